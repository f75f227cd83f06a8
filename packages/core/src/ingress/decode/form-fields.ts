// The fields of a form in their order → the payload: the JSON in the field `payload`, or the fields by name.
import { parseJson } from "@hookwright/base";

/** Of a file, its content is dropped: no template shows it, and no agent reads it. */
interface FormFile {
  readonly filename: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

export type FormField = readonly [name: string, value: string | FormFile];

export type FormResult =
  | { readonly ok: true; readonly fields: readonly FormField[] }
  | { readonly ok: false; readonly reason: "malformed" | "too many fields" };

/** Far above what senders post, and as much as other servers take by default. */
export const MAX_FORM_FIELDS = 1_000;

/** A name that comes several times is a list. Names are own keys, whatever they are. */
export function payloadFromForm(fields: readonly FormField[]): unknown {
  const values = new Map<string, FormField[1][]>();
  for (const [name, value] of fields) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  const [written, ...others] = values.get("payload") ?? [];
  const json = others.length === 0 ? readJson(written) : undefined;
  if (json !== undefined) return json;
  return Object.fromEntries(
    [...values].map(([name, list]) => [name, list.length === 1 ? list[0] : list]),
  );
}

/** The same for the fields that a framework has made an object of. */
export function payloadFromFields(fields: object): unknown {
  const written: unknown = Object.hasOwn(fields, "payload")
    ? (fields as { readonly payload: unknown }).payload
    : undefined;
  return readJson(written) ?? fields;
}

/** An object or a list: a number or a word in the field is what it says. */
function readJson(value: unknown): object | undefined {
  if (typeof value !== "string") return undefined;
  const parsed = parseJson(value);
  if (!parsed.ok || typeof parsed.value !== "object" || parsed.value === null) return undefined;
  return parsed.value;
}
