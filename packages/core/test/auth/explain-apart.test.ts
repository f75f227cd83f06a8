// What explains a refused request stays out of what serves requests: only its own entry imports it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readImports } from "../../../../tools/shared/read-imports.mjs";

const source = fileURLToPath(new URL("../../src", import.meta.url));

function filesOf(entry: string): ReadonlySet<string> {
  const files = new Set<string>();
  const waiting = [join(source, entry)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const imports = readImports(readFileSync(file, "utf8"));
    const own = imports.filter((specifier) => specifier.startsWith("."));
    for (const specifier of own) waiting.push(join(file, "..", specifier));
  }
  return files;
}

const explainsIn = (entry: string) =>
  [...filesOf(entry)].filter((file) => /\/auth\/explain\//.test(file));

test("trap 21 neither the gates nor compiled hooks import what explains a refused request", () => {
  expect(explainsIn("auth/index.ts")).not.toEqual([]);
  expect([...explainsIn("ingress/index.ts"), ...explainsIn("index.ts")]).toEqual([]);
});
