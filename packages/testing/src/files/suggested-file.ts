// Suggested cases → the text of a test file in YAML, and its name.
import { basename, dirname, join, relative } from "node:path";
import type { HookEvent } from "@hookwright/core";
import { changesBetween, changesToText } from "./changes-between.ts";
import type { MeasuredConfig, SuggestedCase } from "./measure-suites.ts";

/** `hooks.test.yaml` → `hooks.suggested.test.yaml`, whatever the format. */
export function suggestedName(testFile: string): string {
  const base = basename(testFile).replace(/(?:\.suggested)?\.test\.\w+$/, "");
  return join(dirname(testFile), `${base}.suggested.test.yaml`);
}

const HEAD = `# Written by "hookwright test --suggest". Review each case and its snapshot. If they are right,
# move the case into your own test file without "reviewed: false": until then it does not count.
`;

/** Values are written as JSON, which is also YAML. */
export function suggestedText({
  testFile,
  configFile,
  suggested,
}: Pick<MeasuredConfig, "testFile" | "configFile" | "suggested">): string {
  const names = new Map<string, number>();
  const cases = suggested.map((one) => caseToText(one, uniqueName(one, names)));
  const config = relative(dirname(testFile), configFile);
  return `${HEAD}config: ${JSON.stringify(config)}\ncases:\n${cases.join("")}`;
}

function uniqueName({ label, suggestion }: SuggestedCase, names: Map<string, number>): string {
  const name = `${suggestion.from}: ${label}`;
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : `${name} (${count})`;
}

function caseToText({ suggestion, base }: SuggestedCase, name: string): string {
  const { becomes, mapping } = suggestion;
  // The snapshot shows the result with the transform, which was not run here.
  const expect = mapping === undefined ? { becomes } : { mapping, snapshot: true };
  return `  # ${changesToText(suggestion).replaceAll("\n", " ")}
  - name: ${JSON.stringify(name)}
    reviewed: false
${eventToLines(suggestion.event, base)}    expect: ${JSON.stringify(expect)}
`;
}

/** The file and the changes, if possible, because a person reviews it. */
function eventToLines(event: HookEvent, base: SuggestedCase["base"]): string {
  const changes = base === undefined ? undefined : changesBetween(base.event, event);
  const values =
    base === undefined || changes === undefined
      ? { event: eventToFile(event) }
      : { event: base.file, ...changes };
  return Object.entries(values)
    .map(([key, value]) => `    ${key}: ${JSON.stringify(value)}\n`)
    .join("");
}

function eventToFile({ path, headers, query, payload, receivedAt }: HookEvent): object {
  return {
    path,
    ...(headers !== undefined && { headers }),
    ...(query !== undefined && { query }),
    payload,
    ...(receivedAt !== undefined && { receivedAt: new Date(receivedAt).toISOString() }),
  };
}

/** Whether a person changed the existing file: then it is not overwritten. */
export function isReviewed(text: string): boolean {
  const cases = text.match(/^ {2}- name: /gm) ?? [];
  const unreviewed = text.match(/^ {4}reviewed: false$/gm) ?? [];
  return !text.startsWith(HEAD) || cases.length !== unreviewed.length;
}
