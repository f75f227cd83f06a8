// A mapping as written → one spelling, with every default.
import { stripOuterSlashes } from "../data/strip-outer-slashes.ts";
import type { MappingInput } from "../model/config.ts";
import type { ConfigPath, Mapping } from "../model/mapping.ts";
import { MAPPING_DEFAULTS } from "./defaults.ts";

export interface MappingPlace {
  readonly id: string;
  readonly configPath: ConfigPath;
  readonly preset?: string;
}

export function normalizeMapping(input: MappingInput, place: MappingPlace): Mapping {
  const action = input.action ?? MAPPING_DEFAULTS.action;
  return withoutUndefined({
    ...MAPPING_DEFAULTS,
    ...input,
    ...place,
    action,
    match: withoutUndefined({
      path: trimmed(input.match?.path, stripOuterSlashes),
      source: trimmed(input.match?.source),
    }),
    text: action === "agent" ? input.messageTemplate : input.textTemplate,
    name: trimmed(input.name),
    sessionKey: trimmed(input.sessionKey),
    to: trimmed(input.to),
    model: trimmed(input.model),
    thinking: trimmed(input.thinking),
    agentId: trimmed(input.agentId),
    messageTemplate: undefined,
    textTemplate: undefined,
  });
}

/** A blank optional field is the same as none. */
function trimmed(
  text: string | undefined,
  change: (text: string) => string = (same) => same,
): string | undefined {
  const result = text === undefined ? "" : change(text.trim());
  return result === "" ? undefined : result;
}

type Defined<T> = {
  [Key in keyof T as T[Key] extends undefined ? never : Key]: Exclude<T[Key], undefined>;
};

function withoutUndefined<T extends object>(object: T): Defined<T> {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
