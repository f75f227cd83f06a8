// One normalized mapping: one spelling for each thing, all defaults filled in, nothing compiled.

import type { BodyFormat } from "@hookwright/signatures/runtime";
import type { MappingSettings } from "../../generated/mapping-settings.ts";
import type {
  ActionKind,
  Coalesce,
  ConfigPath,
  FieldValues,
  FormOptions,
  MatchClauses,
  RateLimit,
  TransformReference,
} from "../../model/index.ts";
import type { AuthInput, MappingInput, RespondInput } from "./config.ts";

/** The list whose elements each become an action. */
export interface ForEach {
  /** Path from the payload: `data.messages`. */
  readonly path: string;
  /** A JSON Logic rule that chooses elements, as written. */
  readonly when: unknown;
  /** Whether a list that is too long is cut, and not refused. */
  readonly takesFirst: boolean;
  readonly atomic: boolean;
  /** Whether texts on the path are read as JSON. */
  readonly parse: boolean;
  /** Whether an object counts as a list of one. */
  readonly single: boolean;
}

/** How senders of a mapping's name prove who they are. */
export interface MappingAuth {
  /** Names the proof: `auth:github`. Events with this proof are resolved by mappings that have it alone. */
  readonly id: string;
  readonly written: "none" | AuthInput;
  /** Whether the hook token is as good. */
  readonly orToken: boolean;
}

/** What the bodies of a mapping are. */
export interface MappingBody extends Pick<FormOptions, "isNested" | "files"> {
  readonly format: BodyFormat;
}

/** Which events are joined into one action; the key is a template. */
export type MappingCoalesce = Omit<Coalesce, "hasSessionKey">;

/** Every field is always present, because engines handle many objects of one shape faster. */
export interface Mapping extends MappingSettings {
  readonly id: string;
  readonly configPath: ConfigPath;
  /** The preset that made it; undefined for the operator's own mappings. */
  readonly preset: string | undefined;
  readonly match: MatchClauses;
  /** Undefined: senders show the hook token. */
  readonly auth: MappingAuth | undefined;
  /** Undefined if the row of the vendor says it, or nothing does: then it is JSON. */
  readonly body: MappingBody | undefined;
  /** The answer to its accepted events, as written; undefined: what they came to. */
  readonly respond: RespondInput | undefined;
  readonly forEach: ForEach | undefined;
  /** Template of the key by which an event that comes again is recognized. */
  readonly dedupeKey: string | undefined;
  /** Undefined: each event is an action of its own. */
  readonly coalesce: MappingCoalesce | undefined;
  readonly route: MappingInput["route"];
  readonly undelivered: MappingInput["undelivered"];
  /** Undefined: no limit. */
  readonly rateLimit: RateLimit | undefined;
  /** Undefined: that of the hooks. */
  readonly maxBodyBytes: number | undefined;
  readonly instructions: string | undefined;
  readonly action: ActionKind;
  /** `messageTemplate` of an agent mapping, `textTemplate` of a wake mapping. */
  readonly text: string | undefined;
  readonly fields: FieldValues;
  readonly transform: TransformReference | undefined;
}
