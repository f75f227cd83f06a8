// What explains a refused request stays out of what serves requests: only its own entry imports it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readImports } from "../../../../tools/build/read-imports.mjs";

const packages = fileURLToPath(new URL("../../..", import.meta.url));

/** Types aside, as they are not there when the code runs. */
function filesOf(entry: string): ReadonlySet<string> {
  const files = new Set<string>();
  const waiting = [join(packages, entry)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const text = readFileSync(file, "utf8").replaceAll(/^(?:im|ex)port type [^;]*;$/gm, "");
    for (const specifier of readImports(text)) {
      const [, name = "", door = "index"] =
        /^@hookwright\/(\w+)(?:\/(\w+))?$/.exec(specifier) ?? [];
      if (name !== "") waiting.push(join(packages, name, "src", `${door}.ts`));
      else if (specifier.startsWith(".")) waiting.push(join(file, "..", specifier));
    }
  }
  return files;
}

const explainsIn = (entry: string) =>
  [...filesOf(entry)].filter((file) => /\/signatures\/src\/authoring\/explain\//.test(file));

test("neither the gates nor compiled hooks import what explains a refused request", () => {
  expect(explainsIn("signatures/src/index.ts")).not.toEqual([]);
  expect([
    ...explainsIn("core/src/serving/ingress/index.ts"),
    ...explainsIn("core/src/index.ts"),
  ]).toEqual([]);
});
