// The files in cases/ → the cases.
import { readdirSync, readFileSync } from "node:fs";
import type { Deviation, LanguageCase } from "./case.ts";

const folder = new URL("cases/", import.meta.url);
const DEVIATIONS = "deviations.json";

/** What we have in common with Handlebars, file by file. */
export const conformingFiles: readonly (readonly [string, readonly LanguageCase[]])[] = readdirSync(
  folder,
)
  .filter((file) => file.endsWith(".json") && file !== DEVIATIONS)
  .map((file) => [file, readFile(file) as readonly LanguageCase[]]);

export const deviations = readFile(DEVIATIONS) as readonly Deviation[];

function readFile(file: string): unknown {
  const text = readFileSync(new URL(file, folder), "utf8");
  // Parsed, and not assigned: only so does `__proto__` become an own key.
  return JSON.parse(text.replaceAll('"$proto"', '"__proto__"'));
}
