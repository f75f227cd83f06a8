// The path of a list as written → its steps, or a problem.
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";
import type { CompiledForEach } from "./compiled-mapping.ts";

/** Not as in JSONPath, where "$" is the payload; and `__proto__` is never read. */
const PATH = /^(?!\$[.[]|(?:.*[.\]])?__proto__(?:[.[]|$))[^\s.[\]{}]+(?:\.[^\s.[\]{}]+|\[\d+\])*$/;

export function compileForEach(
  mapping: Mapping,
  report: (problem: Problem) => void,
): CompiledForEach | undefined {
  if (mapping.forEach === undefined) return undefined;
  const { path, atomic } = mapping.forEach;
  if (!PATH.test(path)) {
    const message = `forEach of mapping "${mapping.id}" is not the path of a list in the payload.`;
    const hint = 'Write a path such as "messages" or "data.items", without braces and "$".';
    report(createProblem("for_each_path", [...mapping.configPath, "forEach"], message, { hint }));
    return undefined;
  }
  const steps = path.replaceAll(/\[(\d+)\]/g, ".$1").split(".");
  return { path, steps: steps[0] === "payload" ? steps.slice(1) : steps, atomic };
}
