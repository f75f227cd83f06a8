// Configs with one mistake each, as newcomers make them → what check() says, and the config that follows it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { check } from "../src/commands/check.ts";
import { createTestIo } from "./support/test-io.ts";

interface Mistake {
  readonly mistake: string;
  /** Name of the config; its ending chooses the format. */
  readonly file: string;
  /** The config. « and » stand around the place of the problem; ⟦ and ⟧ around what is replaced, if that is more. */
  readonly text: string;
  readonly code: string;
  /** What the hint says to write, word for word. */
  readonly hint: string;
  /** What replaces the marked text afterwards. Default: the hint. */
  readonly fix?: string;
  /** The whole config afterwards, where the hint says to write at several places. */
  readonly fixed?: string;
  /** With which option `check` fixes it; absent: with none. */
  readonly mended?: "safe" | "all";
  /** Codes of further problems that come from the same mistake. */
  readonly also?: readonly string[];
  /** Files beside the config, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

interface Offset {
  readonly offset: number;
}

interface FoundProblem {
  readonly code: string;
  readonly hint?: string;
  readonly position?: { readonly line: number; readonly column: number };
  readonly range?: { readonly start: Offset; readonly end: Offset };
}

const folder = fileURLToPath(new URL("mistakes", import.meta.url));

const env = {
  HOOK_TOKEN: "kT9-wq3-Zr7-Lm2-Vx8-Np4-Qb6",
  GITHUB_SECRET: "uB5-xh2-Rk8-Wd4-Zy7-Mc3-Ts9",
  CRM_SECRET: "qN4-vf6-Jg3-Pe8-Xa2-Lw7-Db5",
};

for (const name of readdirSync(folder)) {
  const mistakes: readonly Mistake[] = parse(readFileSync(join(folder, name), "utf8"));
  describe(name, () => {
    for (const mistake of mistakes) {
      test(`check() finds: ${mistake.mistake}`, () => checkFound(mistake));
      test(`check() accepts the config after: ${mistake.mistake}`, () => checkFixed(mistake));
      for (const fix of ["safe", "all"] as const) {
        test(`check() with --fix=${fix} fixes or leaves: ${mistake.mistake}`, () =>
          checkMended(mistake, fix));
      }
    }
  });
}

async function checkFound({ text, code, hint, also = [], ...mistake }: Mistake): Promise<void> {
  const { problems } = await run(withoutMarks(text), mistake);
  const found = problems.find((problem) => problem.code === code);
  expect(problems.map((problem) => problem.code).sort()).toEqual([code, ...also].sort());
  const place = placeOf(text);
  expect(found?.position).toEqual(place.position);
  expect([found?.range?.start.offset, found?.range?.end.offset]).toEqual(place.offsets);
  expect(found?.hint).toContain(hint);
}

async function checkFixed({ text, code, hint, fix = hint, fixed, ...mistake }: Mistake) {
  const { exitCode, problems } = await run(
    fixed ?? withoutMarks(replaceMarked(text, fix)),
    mistake,
  );
  expect(problems.filter((problem) => problem.code !== "hooks_disabled")).toEqual([]);
  expect(exitCode).toBe(0);
}

/** What was fixed passes the check, a second run changes nothing, and all bytes around the mistake stay; what was not fixed stays as it is. */
async function checkMended({ mended, text, ...mistake }: Mistake, fix: "safe" | "all") {
  const before = withoutMarks(text);
  const { exitCode, problems, after } = await run(before, mistake, fix);
  if (mended === undefined || (mended === "all" && fix === "safe")) {
    expect(after).toBe(before);
    return;
  }
  expect(after).not.toBe(before);
  expect(problems.filter((problem) => problem.code !== "hooks_disabled")).toEqual([]);
  expect(exitCode).toBe(0);
  expect((await run(after, mistake, fix)).after).toBe(after);
  const [head = "", tail = ""] = text.split(markedIn(text)).map(withoutMarks);
  expect(after.slice(0, head.length)).toBe(head);
  expect(after.slice(after.length - tail.length)).toBe(tail);
}

async function run(
  text: string,
  { file, files = {} }: Pick<Mistake, "file" | "files">,
  fix?: "safe" | "all",
) {
  const io = createTestIo({ env });
  const path = join(createTempDir({ [file]: text, ...files }), file);
  const exitCode = await check(path, { json: true, ...(fix && { fix }) }, io);
  const problems: readonly FoundProblem[] = JSON.parse(io.stdout.text()).problems;
  return { exitCode, problems, after: readFileSync(path, "utf8") };
}

function withoutMarks(text: string): string {
  return text.replace(/[«»⟦⟧]/g, "");
}

function replaceMarked(text: string, replacement: string): string {
  return text.replace(markedIn(text), () => replacement);
}

function markedIn(text: string): RegExp {
  return text.includes("⟦") ? /⟦.*⟧/s : /«.*»/s;
}

function placeOf(text: string) {
  const [start, end] = ["«", "»"].map((mark) =>
    withoutMarks(text.slice(0, text.indexOf(mark))),
  ) as [string, string];
  const lines = start.split("\n");
  const position = { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
  return { position, offsets: [start.length, end.length] };
}
