// A payload → notes for `explain` on what one may not expect of it.
import { hasOwnKey, isUnsafeNumber } from "@hookwright/base";
import type { ExplanationNote } from "../../model/index.ts";

export function describePayload(
  payload: unknown,
  integersAsText: readonly string[] = [],
): readonly ExplanationNote[] {
  return [
    ...describeTexts(payload, integersAsText),
    ...describeNumbers(payload),
    ...describeKey(payload),
  ];
}

/** More would not help an author. */
const MAX_NAMED = 3;

function describeTexts(payload: unknown, integers: readonly string[]): readonly ExplanationNote[] {
  if (integers.length === 0) return [];
  const paths = findTexts(payload, integers);
  const named = integers.slice(0, MAX_NAMED).map((digits) => {
    const path = paths.get(digits);
    return path === undefined ? digits : `${path} (${digits})`;
  });
  const rest = integers.length > MAX_NAMED ? `, and ${integers.length - MAX_NAMED} more` : "";
  const message = `Numbers that a double cannot hold are text, so that they keep their digits: ${named.join(", ")}${rest}.`;
  return [{ code: "number_precision", message }];
}

/** The first position of each of the texts. */
function findTexts(payload: unknown, texts: readonly string[]): ReadonlyMap<string, string> {
  const wanted = new Set(texts.slice(0, MAX_NAMED));
  const found = new Map<string, string>();
  for (const { value, path } of walk(payload)) {
    if (wanted.size === 0) break;
    if (typeof value === "string" && wanted.delete(value)) found.set(value, pathToText(path));
  }
  return found;
}

/** For decimals, of which no digit is kept as text, and for a payload that was parsed by something else. */
function describeNumbers(payload: unknown): readonly ExplanationNote[] {
  for (const { value, path } of walk(payload)) {
    if (!isUnsafeNumber(value)) continue;
    const message = `${pathToText(path)} is a number beyond 2^53, of which a double keeps some 16 digits: the last ones before the point may not be those that were sent. parseJson keeps those of integers.`;
    return [{ code: "number_precision", message }];
  }
  return [];
}

interface PlacedValue {
  readonly value: unknown;
  readonly path: Path | undefined;
}

/** Every value, in order. Keeps its own stack, as values may be nested deeper than calls. */
function* walk(payload: unknown): Generator<PlacedValue> {
  // A payload of an integrator may contain itself.
  const seen = new Set<unknown>();
  const pending: PlacedValue[] = [{ value: payload, path: undefined }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    const { value, path } = next;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [key, part] of Object.entries(value).reverse()) {
      pending.push({ value: part, path: { key, above: path } });
    }
  }
}

/** Real payloads are flatter than this. */
const MAX_STEPS = 20;

/** Beginnings are shared, so that the memory for a deep payload grows with the number of its values. */
interface Path {
  readonly key: string;
  readonly above: Path | undefined;
}

function pathToText(path: Path | undefined): string {
  const steps: string[] = [];
  for (let at = path; at !== undefined; at = at.above) steps.push(at.key);
  steps.reverse();
  const shown = steps.length > MAX_STEPS ? ["…", ...steps.slice(-MAX_STEPS)] : steps;
  return ["payload", ...shown].join(".");
}

function describeKey(payload: unknown): readonly ExplanationNote[] {
  if (!hasOwnKey(payload, "payload")) return [];
  const message =
    "The body has a key `payload` of its own. `payload` is that key; `payload.x` is `x` of the body, and where the body has no `x`, `x` of that key, shown as payload.payload.x.";
  return [{ code: "payload_key", message }];
}
