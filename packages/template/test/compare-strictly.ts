// A named deviation: Handlebars treats contexts as the same where they are only loosely equal, such
// as 0 and "", and `../` then leads further out. An environment → the same with strict comparison.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type Handlebars from "handlebars";

const PATH = "handlebars/dist/cjs/handlebars/runtime.js";
const LOOSE = /context != (?=(?:options\.)?depths\[0\])/g;

interface Runtime {
  template(specification: unknown, environment: unknown): unknown;
}

export function compareStrictly(environment: typeof Handlebars): void {
  Object.assign(environment, {
    template: (specification: unknown) => strictRuntime.template(specification, environment),
  });
}

const strictRuntime = loadStrictRuntime();

function loadStrictRuntime(): Runtime {
  const path = createRequire(import.meta.url).resolve(PATH);
  const source = readFileSync(path, "utf8");
  if (source.match(LOOSE)?.length !== 2)
    throw new Error(`${PATH} compares contexts in another way.`);
  const exported = {} as Runtime;
  const run = new Function("exports", "require", source.replaceAll(LOOSE, "context !== "));
  run(exported, createRequire(path));
  return exported;
}
