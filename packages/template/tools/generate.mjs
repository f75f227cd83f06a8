// @ts-check
// The comments of the helpers → src/authoring/generated/helper-calls.ts.
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readHelperComments } from "./read-helper-comments.mjs";

/** The first call with two arguments or more among the examples of each helper, for hints. */
export function callsModule() {
  const calls = readHelperComments().flatMap(({ name, examples }) => {
    const call = new RegExp(
      String.raw`[({](${name}(?: (?:"[^"]*"|[\w.@-]+)){2,})(?: \w+=[^(){}]*)?[)}]`,
    );
    const found = examples.map(({ template }) => call.exec(template)?.[1]).find(Boolean);
    return found === undefined ? [] : [[name, found]];
  });
  return [
    "// Generated from the comments of the helpers by tools/generate.mjs.",
    `export const HELPER_CALLS: ReadonlyMap<string, string> = new Map(${JSON.stringify(calls, null, 2)});`,
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const generated = new URL("../src/authoring/generated/", import.meta.url);
  await mkdir(generated, { recursive: true });
  await writeFile(new URL("helper-calls.ts", generated), callsModule());
}
