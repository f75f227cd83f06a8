// A plan → the text of its file, or the secrets that keep it from being one.
import {
  type ConfigPath,
  configPathToText,
  createProblem,
  type Problem,
} from "../../model/index.ts";
import { digestOfPlan, isLiteralSecret, listSecrets, type Plan } from "../../serving/link/index.ts";

/** What `writePlan` returns. */
export type WritePlanResult =
  | { readonly ok: true; readonly text: string }
  /** One problem for each secret. */
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Writes a plan as JSON with a digest, for `readPlan`. The same config gives the same bytes on every machine. A plan
 * that holds the text of a secret is refused, with the reference to write in its place. The gateway's own token is not
 * ours to keep out of its config: as a text it is left out of the plan.
 *
 * @example
 * ```ts
 * const made = plan(config);
 * const written = made.ok ? await writePlan(made.plan) : made;
 * if (written.ok) await writeFile("plan.json", written.text);
 * ```
 */
export async function writePlan(plan: Plan): Promise<WritePlanResult> {
  const problems = listSecrets(plan)
    .filter(({ secret }) => isLiteralSecret(secret))
    .map(refuseSecret);
  if (problems.length > 0) return { ok: false, problems };
  const { format, madeBy, gatewayToken, hasSecrets: _, ...rest } = plan;
  // As a file has it: what is undefined is absent.
  const data: Record<string, unknown> = JSON.parse(
    JSON.stringify({
      ...{ format, madeBy, hasSecrets: false, ...rest },
      ...(gatewayToken !== undefined && !isLiteralSecret(gatewayToken) && { gatewayToken }),
    }),
  );
  const digest = await digestOfPlan(JSON.stringify(data));
  const file = { format, madeBy, digest, ...data };
  return { ok: true, text: `${valueToText(file, "", 0)}\n` };
}

function refuseSecret({ path, owner }: ReturnType<typeof listSecrets>[number]): Problem {
  const env = owner === undefined ? variableOfHooks(path) : variableOf(owner, path);
  const message = `${configPathToText(path)} is the secret itself, which everybody could read in the file of a plan.`;
  const hint = `Write { "env": "${env}" }, and set that variable where the plan is served.`;
  const change = { kind: "replace", value: { env }, safe: false } as const;
  return createProblem("plan_holds_secret", path, message, { hint, change });
}

/** `HOOK_TOKEN`, or of a key of `hooks.gmail`. */
function variableOfHooks(path: ConfigPath): string {
  const [, key] = path;
  return variableOf(key === "token" ? "hook" : String(key), path);
}

/** `GITHUB_SECRET`, and `GITHUB_SECRET_2` for the second of a list. */
function variableOf(owner: string, path: ConfigPath): string {
  const key = String(path.findLast((step) => typeof step === "string"));
  const index = path.at(-1);
  const number = typeof index === "number" && index > 0 ? `_${index + 1}` : "";
  const words = `${owner}_${key.replace(/[A-Z]/g, "_$&")}`;
  const name = words
    .replace(/[^A-Za-z\d]+/g, "_")
    .replace(/^_/, "")
    .toUpperCase();
  return `${name.replace(/^(?=\d)/, "HOOK_")}${number}`;
}

const MAX_LINE_CHARACTERS = 100;

/** What fits in a line stays in one, so that a change of a rule or template is a change of few lines. */
function valueToText(value: unknown, indent: string, taken: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? "[]" : "{}";
  const line = lineOf(value);
  // The comma after it counts. The file itself is never a line.
  const isEmpty = line.length === 2;
  if (taken > 0 && (isEmpty || taken + line.length + 1 <= MAX_LINE_CHARACTERS)) return line;
  const inner = `${indent}  `;
  const parts = Object.entries(value).map(([key, item]) => {
    const start = isList ? inner : `${inner}${JSON.stringify(key)}: `;
    return start + valueToText(item, inner, start.length);
  });
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

function lineOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(lineOf).join(", ")}]`;
  const pairs = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${lineOf(item)}`,
  );
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}
