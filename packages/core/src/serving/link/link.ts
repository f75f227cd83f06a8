// A plan and the ports of the runtime → hooks that serve requests, or what keeps them from it.
import { createProblem, createProblemList, type Problem } from "../../model/index.ts";
import type { RuntimeHooks } from "../resolve/index.ts";
import { createHooks } from "./create-hooks.ts";
import { type LinkPorts, linkConfig } from "./link-config.ts";
import type { Plan } from "./plan.ts";
import { BUILD_AGAIN, refuseOther } from "./read-plan.ts";

/** What `link` returns. */
export type LinkResult =
  | { readonly ok: true; readonly hooks: RuntimeHooks }
  /** At least one of the problems is an error. */
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Turns a plan into hooks: the trees of its rules and templates become closures, secrets are read and checked, and
 * names become the functions of the ports. Evaluates no code, and loads neither the schema nor a grammar.
 * Refuses a plan of another format. Never throws for a plan of `plan`, or one that `readPlan` accepts.
 *
 * @example
 * ```ts
 * const made = plan({
 *   hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: "{{job}} is {{state}}" }] },
 * });
 * const linked = made.ok ? link(made.plan) : made;
 * if (linked.ok) await linked.hooks.resolve({ path: "ci", payload: { job: "tests", state: "red" } });
 * ```
 */
export function link(plan: Plan, ports: LinkPorts = {}): LinkResult {
  const other = refuseOther(plan);
  if (other !== undefined) return { ok: false, problems: [other] };
  const { report, problems } = createProblemList(ports.severities);
  try {
    const compiled = linkConfig(plan, ports, report);
    if (problems.some(({ severity }) => severity === "error")) return { ok: false, problems };
    return { ok: true, hooks: createHooks(compiled, [...plan.problems, ...problems]) };
  } catch {
    // The digest fits and a part is of another shape: the plan was changed, and its digest was made again.
    const message = "The plan has a part that cannot be linked.";
    const problem = createProblem("plan_damaged", [], message, { hint: BUILD_AGAIN });
    return { ok: false, problems: [...problems, problem] };
  }
}
