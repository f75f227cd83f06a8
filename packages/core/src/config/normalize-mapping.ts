// A mapping as written → one spelling, with every default.

import { oneLine, stripOuterSlashes } from "@hookwright/base";
import type { ConfigPath } from "../base/index.ts";
import { type ValueReaders, writtenFields } from "../generated/action-records.ts";
import { LOCKABLE_FIELDS } from "../generated/field-lists.ts";
import type { MappingInput, MatchInput, MatchValues, TransformInput } from "./config.ts";
import { MAPPING_DEFAULTS } from "./defaults.ts";
import type {
  ForEach,
  Mapping,
  MappingAuth,
  MatchClauses,
  RateLimit,
  TransformReference,
  ValueClause,
} from "./mapping.ts";

interface MappingPlace {
  readonly id: string;
  readonly configPath: ConfigPath;
  readonly preset?: string;
}

export function normalizeMapping(input: MappingInput, place: MappingPlace): Mapping {
  const action = input.action ?? MAPPING_DEFAULTS.action;
  return {
    id: place.id,
    configPath: place.configPath,
    preset: place.preset,
    match: normalizeMatch(input.match),
    auth: normalizeAuth(input),
    body: input.body,
    respond: input.respond,
    skip: input.skip ?? MAPPING_DEFAULTS.skip,
    forEach: normalizeForEach(input.forEach),
    dedupeKey: textOrNothing(input.dedupeKey),
    rateLimit: normalizeRateLimit(input.rateLimit),
    maxBodyBytes: input.maxBodyBytes,
    instructions: textOrNothing(input.instructions),
    action,
    text: action === "agent" ? input.messageTemplate : input.textTemplate,
    fields: writtenFields(input, READERS),
    allowUnsafeExternalContent:
      input.allowUnsafeExternalContent ?? MAPPING_DEFAULTS.allowUnsafeExternalContent,
    transform: normalizeTransform(input.transform, input),
  };
}

const READERS: ValueReaders = {
  line: (text) => textOrNothing(text, oneLine),
  id: (text) => textOrNothing(text),
};

function normalizeAuth({ auth, match }: MappingInput): MappingAuth | undefined {
  if (auth === undefined) return undefined;
  const path = stripOuterSlashes(match?.path?.trim() ?? "");
  return { id: `auth:${path}`, written: auth, orToken: auth !== "none" && auth.orToken === true };
}

function normalizeRateLimit(input: MappingInput["rateLimit"]): RateLimit | undefined {
  if (input?.events === undefined) return undefined;
  const { events, perSeconds = 1, burst = events } = input;
  return { intervalMs: (perSeconds * 1_000) / events, burst };
}

function normalizeForEach(input: MappingInput["forEach"]): ForEach | undefined {
  if (input === undefined) return undefined;
  const { path, when, limit, atomic = false } = typeof input === "string" ? { path: input } : input;
  return { path: path.trim(), when, takesFirst: limit === "first", atomic };
}

function normalizeTransform(
  input: TransformInput | undefined,
  mapping: MappingInput,
): TransformReference | undefined {
  if (input?.module === undefined) return undefined;
  return {
    ...input,
    module: input.module.trim(),
    lock: normalizeLock(input.lock, mapping),
  };
}

/** Nothing by default: existing configs rely on modules that change what the mapping sets. */
function normalizeLock(
  lock: TransformInput["lock"],
  mapping: MappingInput,
): TransformReference["lock"] {
  if (lock === undefined || lock === false) return NONE;
  if (lock !== true) return lock;
  return LOCKABLE_FIELDS.filter((field) => mapping[field] !== undefined);
}

function textOrNothing(
  text: string | undefined,
  change: (text: string) => string = (same) => same,
): string | undefined {
  const result = text === undefined ? "" : change(text.trim());
  return result === "" ? undefined : result;
}

export function normalizeMatch(input: MatchInput = {}): MatchClauses {
  const clauses: Writable<MatchClauses> = {
    headers: normalizeValues(input.headers ?? {}, HEADER),
    query: normalizeValues(input.query ?? {}, PARAMETER),
  };
  // Added, not spread: a spread on a condition gives every object a hidden class of its own, 200 bytes.
  const path = textOrNothing(input.path, stripOuterSlashes);
  if (path !== undefined) clauses.path = path;
  const source = textOrNothing(input.source);
  if (source !== undefined) clauses.source = source;
  if (input.when !== undefined) clauses.when = input.when;
  if (input.not !== undefined) clauses.not = normalizeMatch(input.not);
  return clauses;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** How names and values are compared. */
interface Spelling {
  readonly name: (name: string) => string;
  readonly value: (value: string) => string;
}

/** No header has white space around its value. */
const HEADER: Spelling = { name: (name) => name.toLowerCase(), value: (value) => value.trim() };
const PARAMETER: Spelling = { name: (name) => name, value: (value) => value };

function normalizeValues(values: MatchValues, spell: Spelling): readonly ValueClause[] {
  const entries = Object.entries(values);
  // One list for all: most mappings ask for none.
  if (entries.length === 0) return NONE;
  return entries.map(([name, wanted]) => ({
    name: spell.name(name.trim()),
    values: [wanted].flat().map(spell.value),
  }));
}

const NONE: readonly never[] = [];
