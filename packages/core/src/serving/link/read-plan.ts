// The text or value of a plan → the plan, or the problem that prevents linking it; and the digest of its file.
import { hasOwnKey, isRecord, runtimeSubtle } from "@hookwright/base";
import { createWebCrypto, encodeBytes } from "@hookwright/signatures/runtime";
import { VERSION } from "../../generated/version.ts";
import { createProblem, type Problem } from "../../model/index.ts";
import { PLAN_FORMAT, type Plan } from "./plan.ts";

const BUILD = "Build it: hookwright build hooks.yaml --out plan.json.";

export const BUILD_AGAIN = "Build the plan again: hookwright build hooks.yaml --out plan.json.";

/** What `readPlan` returns. */
export type ReadPlanResult =
  /** `problems` are warnings, for example that another version made the plan. `link` does not repeat them. */
  | { readonly ok: true; readonly plan: Plan; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Reads a plan of `hookwright build` or `writePlan`: the text of the file, or the value that a bundler
 * imports. Refuses other values, a plan of another format, and a damaged plan. Never throws or rejects, for
 * any input.
 *
 * @example
 * ```ts
 * const read = await readPlan(await readFile("plan.json", "utf8"));
 * const linked = read.ok ? link(read.plan, { secrets }) : read;
 * if (!linked.ok) throw new Error(linked.problems.map(problemToText).join("\n"));
 * ```
 */
export async function readPlan(input: unknown): Promise<ReadPlanResult> {
  const parsed = parseInput(input);
  if (parsed === undefined) return refuse("plan_invalid", "The plan is not valid JSON.", BUILD);
  const { value } = parsed;
  const other = refuseOther(value);
  if (other !== undefined) return { ok: false, problems: [other] };
  const { digest, ...plan } = value as Readonly<Record<string, unknown>>;
  const damage = await findDamage(plan, digest);
  if (damage !== undefined) return refuse("plan_damaged", damage, BUILD_AGAIN);
  return { ok: true, plan: plan as unknown as Plan, problems: warnOfVersion(plan["madeBy"]) };
}

/** Whether a value looks like a plan of any format: no config has both keys. */
export function isPlan(value: unknown): boolean {
  return isRecord(value) && hasOwnKey(value, "format") && hasOwnKey(value, "madeBy");
}

/** The problem of a value that is not a plan of this format, before its parts are read. */
export function refuseOther(value: unknown): Problem | undefined {
  if (!isPlan(value)) {
    return createProblem("plan_invalid", [], "This is not a plan.", { hint: BUILD });
  }
  const { format, madeBy } = value as Readonly<Record<string, unknown>>;
  if (format === PLAN_FORMAT) return undefined;
  const message = `The plan has another format than ${PLAN_FORMAT}, the only one that @hookwright/core ${VERSION} reads.`;
  const other =
    madeBy === VERSION ? "" : `, or serve it with version ${versionOf(madeBy)}, which made it`;
  const hint = `Build it again with version ${VERSION}${other}.`;
  return createProblem("plan_format", ["format"], message, { hint });
}

/** Makes a plain copy, because the caller's value may change, throw, or have a prototype. */
function parseInput(input: unknown): { readonly value: unknown } | undefined {
  return attempt(() => {
    const text = typeof input === "string" ? input : JSON.stringify(input);
    // Windows editors write a byte order mark.
    return { value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  });
}

async function findDamage(plan: object, digest: unknown): Promise<string | undefined> {
  if (digest === undefined) return "The plan has no digest, by which damage is found.";
  const json = attempt(() => JSON.stringify(plan));
  if (json === undefined) return TOO_DEEP;
  if ((await digestOfPlan(json)) !== digest) {
    return "The plan was changed after it was made, or only a part of it arrived: its digest is another one.";
  }
  return undefined;
}

const TOO_DEEP = "The plan is nested too deep.";

/** Undefined if `run` throws, for example because of a stack overflow: `JSON.parse` accepts any depth. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function warnOfVersion(madeBy: unknown): readonly Problem[] {
  if (madeBy === VERSION) return [];
  const message = `The plan was made by @hookwright/core ${versionOf(madeBy)}, and version ${VERSION} serves it: what was fixed since in checks and vendors is not in it.`;
  const hint = `Build it again with version ${VERSION}.`;
  return [createProblem("plan_version", ["madeBy"], message, { severity: "warning", hint })];
}

/** The text goes to logs and may be anything. */
function versionOf(madeBy: unknown): string {
  return typeof madeBy === "string" && /^[\w.+-]{1,50}$/.test(madeBy) ? madeBy : "(unknown)";
}

function refuse(
  code: "plan_invalid" | "plan_damaged",
  message: string,
  hint: string,
): ReadPlanResult {
  return { ok: false, problems: [createProblem(code, [], message, { hint })] };
}

/**
 * SHA-256 of the compact JSON of the plan, so the file may be formatted in any way. It detects damage, not
 * attacks: anybody who changes a plan can compute it again.
 */
export async function digestOfPlan(compactJson: string): Promise<string> {
  const { sha256 } = createWebCrypto(runtimeSubtle());
  return `sha256:${encodeBytes(await sha256([compactJson]), "hex")}`;
}
