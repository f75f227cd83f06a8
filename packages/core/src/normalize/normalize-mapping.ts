// A mapping as written → one spelling, with every default.
import { oneLine } from "../data/one-line.ts";
import { type TextReaders, writtenFields } from "../generated/action-records.ts";
import { LOCKABLE_FIELDS } from "../generated/field-lists.ts";
import type { MappingInput, TransformInput } from "../model/config.ts";
import type { ConfigPath, ForEach, Mapping, TransformReference } from "../model/mapping.ts";
import { MAPPING_DEFAULTS } from "./defaults.ts";
import { normalizeMatch } from "./normalize-match.ts";
import { textOrNothing } from "./text-or-nothing.ts";

export interface MappingPlace {
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
    skip: input.skip ?? MAPPING_DEFAULTS.skip,
    forEach: normalizeForEach(input.forEach),
    instructions: textOrNothing(input.instructions),
    action,
    text: action === "agent" ? input.messageTemplate : input.textTemplate,
    fields: writtenFields(input, READERS),
    allowUnsafeExternalContent:
      input.allowUnsafeExternalContent ?? MAPPING_DEFAULTS.allowUnsafeExternalContent,
    transform: normalizeTransform(input.transform, input),
  };
}

const READERS: TextReaders = {
  line: (text) => textOrNothing(text, oneLine),
  key: (text) => textOrNothing(text),
};

function normalizeForEach(input: MappingInput["forEach"]): ForEach | undefined {
  if (input === undefined) return undefined;
  if (typeof input === "string") return { path: input.trim(), atomic: false };
  return { path: input.path.trim(), atomic: input.atomic ?? false };
}

function normalizeTransform(
  input: TransformInput | undefined,
  mapping: MappingInput,
): TransformReference | undefined {
  if (input?.module === undefined) return undefined;
  return {
    ...input,
    module: input.module.trim(),
    // What a mapping says itself is what the operator wants, whatever a module returns.
    lock: input.lock ?? LOCKABLE_FIELDS.filter((field) => mapping[field] !== undefined),
  };
}
