// A payload → notes for `explain` on what one may not expect of it.
import { isUnsafeInteger } from "../data/long-integers.ts";
import { hasOwnKey } from "../data/path.ts";
import type { ExplanationNote } from "../model/explanation.ts";

export function describePayload(
  payload: unknown,
  integersAsText: readonly string[] = [],
): readonly ExplanationNote[] {
  return [...describeTexts(integersAsText), ...describeNumbers(payload), ...describeKey(payload)];
}

/** More would tell an author nothing new. */
const MAX_NAMED = 3;

function describeTexts(integers: readonly string[]): readonly ExplanationNote[] {
  if (integers.length === 0) return [];
  const named = integers.slice(0, MAX_NAMED).join(", ");
  const rest = integers.length > MAX_NAMED ? `, and ${integers.length - MAX_NAMED} more` : "";
  const message = `Integers that a number cannot hold are text, so that they keep their digits: ${named}${rest}.`;
  return [{ code: "number_precision", message }];
}

/** For a payload that was parsed by something else. */
function describeNumbers(payload: unknown): readonly ExplanationNote[] {
  const path = findUnsafeInteger(payload);
  if (path === undefined) return [];
  const name = ["payload", ...path].join(".");
  const message = `${name} is an integer beyond 2^53, so whatever parsed the body may have changed its last digits; parseJson keeps them.`;
  return [{ code: "number_precision", message }];
}

/** The path of the first one. Keeps its own stack, as values may be nested deeper than calls. */
function findUnsafeInteger(payload: unknown): readonly string[] | undefined {
  // A payload of an integrator may contain itself.
  const seen = new Set<unknown>();
  const pending: { readonly value: unknown; readonly path: Path | undefined }[] = [
    { value: payload, path: undefined },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path } = next;
    if (isUnsafeInteger(value)) return stepsOf(path);
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [key, part] of Object.entries(value).reverse()) {
      pending.push({ value: part, path: { key, above: path } });
    }
  }
  return undefined;
}

/** Real payloads are flatter than this. */
const MAX_STEPS = 20;

/** Shared beginnings, so that a deep payload takes no more memory than it has values. */
interface Path {
  readonly key: string;
  readonly above: Path | undefined;
}

function stepsOf(path: Path | undefined): readonly string[] {
  const steps: string[] = [];
  for (let at = path; at !== undefined; at = at.above) steps.push(at.key);
  return steps.length > MAX_STEPS ? ["…", ...steps.slice(0, MAX_STEPS).reverse()] : steps.reverse();
}

function describeKey(payload: unknown): readonly ExplanationNote[] {
  if (!hasOwnKey(payload, "payload")) return [];
  const message =
    "The body has a key `payload` of its own. `payload` is that key; `payload.x` is `x` of the body, and where the body has no `x`, `x` of that key, shown as payload.payload.x.";
  return [{ code: "payload_key", message }];
}
