// A mapping as written → one spelling, with every default.
import { oneLine } from "../data/one-line.ts";
import type { LockableField, MappingInput, TransformInput } from "../model/config.ts";
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
    wakeMode: input.wakeMode ?? MAPPING_DEFAULTS.wakeMode,
    text: action === "agent" ? input.messageTemplate : input.textTemplate,
    name: textOrNothing(input.name, oneLine),
    sessionKey: textOrNothing(input.sessionKey),
    sessionMode: input.sessionMode ?? MAPPING_DEFAULTS.sessionMode,
    deliver: input.deliver ?? MAPPING_DEFAULTS.deliver,
    channel: input.channel ?? MAPPING_DEFAULTS.channel,
    to: textOrNothing(input.to, oneLine),
    model: textOrNothing(input.model, oneLine),
    thinking: textOrNothing(input.thinking, oneLine),
    agentId: textOrNothing(input.agentId, oneLine),
    timeoutSeconds: input.timeoutSeconds,
    allowUnsafeExternalContent:
      input.allowUnsafeExternalContent ?? MAPPING_DEFAULTS.allowUnsafeExternalContent,
    transform: normalizeTransform(input.transform, input),
  };
}

function normalizeForEach(input: MappingInput["forEach"]): ForEach | undefined {
  if (input === undefined) return undefined;
  if (typeof input === "string") return { path: input.trim(), atomic: false };
  return { path: input.path.trim(), atomic: input.atomic ?? false };
}

/** What a mapping says itself is what the operator wants, whatever a module returns. */
const LOCKED_WHERE_SET: readonly LockableField[] = [
  "deliver",
  "channel",
  "to",
  "agentId",
  "model",
  "thinking",
  "name",
  "sessionKey",
  "sessionMode",
  "wakeMode",
  "timeoutSeconds",
];

function normalizeTransform(
  input: TransformInput | undefined,
  mapping: MappingInput,
): TransformReference | undefined {
  if (input?.module === undefined) return undefined;
  return {
    ...input,
    module: input.module.trim(),
    lock: input.lock ?? LOCKED_WHERE_SET.filter((field) => mapping[field] !== undefined),
  };
}
