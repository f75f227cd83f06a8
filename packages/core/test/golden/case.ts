// What a golden case says: the shape of the files in cases/.
import type { Problem } from "../../src/model/problem.ts";
import type { Refusal } from "../../src/model/resolution.ts";

export interface GoldenCase {
  /** The sentence of the contract that the case shows. */
  readonly name: string;
  readonly config: unknown;
  readonly options?: GoldenOptions;
  readonly event?: GoldenEvent;
  readonly expect: Expectation;
}

/** Options of compileHooks as data. */
export interface GoldenOptions {
  /** Names of modules in transforms.ts. */
  readonly transforms?: readonly string[];
  /** Secrets by reference: `env:NAME`, `file:path`, `<source>:<id>`; null: no port for them. */
  readonly secrets?: Readonly<Record<string, string>> | null;
  /** Presets that the host adds: name → mappings. */
  readonly presets?: Readonly<Record<string, readonly object[]>>;
  readonly channels?: readonly { readonly id: string; readonly aliases?: readonly string[] }[];
  readonly defaultAgentId?: string;
  readonly transformTimeoutMs?: number;
  readonly limits?: { readonly maxCharacters?: number; readonly maxIterations?: number };
}

export interface GoldenEvent {
  readonly path: string;
  /** `{ "$nested": 1000 }` means a list nested that deep. */
  readonly payload?: unknown;
  /** In place of the payload: its text, as a sender writes it. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly receivedAt?: number;
}

/** Whatever is named must be exactly so. Problems and warnings that are not named must not be there. */
export interface Expectation {
  /** All problems, warnings included, of a config that cannot be used. */
  readonly problems?: readonly Problem[];
  /** All warnings of a config that can be used. */
  readonly warnings?: readonly Problem[];
  /** All hints of a usable config, if the case is about them. */
  readonly hints?: readonly Problem[];
  readonly settings?: object;
  readonly mappings?: readonly ExpectedMapping[];
  /** Candidate token → whether it is let in. */
  readonly authorizes?: Readonly<Record<string, boolean>>;
  readonly knows?: Readonly<Record<string, boolean>>;
  readonly resolution?: ExpectedResolution;
}

export type ExpectedMapping = { readonly match: object } & Readonly<Record<string, unknown>>;

export type ExpectedResolution =
  | {
      readonly outcome: "action";
      readonly mappingId?: string;
      readonly action: ExpectedAction;
      readonly warnings?: readonly string[];
      readonly taintedFields?: readonly string[];
      readonly notes?: readonly string[];
      readonly emptyExpressions?: number;
      readonly dedupeKey?: string;
    }
  | {
      readonly outcome: "batch";
      readonly mappingId: string;
      /** In order, from the first element on. */
      readonly elements: readonly ExpectedResolution[];
      readonly skipped?: number;
    }
  | { readonly outcome: "handled" | "skipped"; readonly mappingId: string }
  | { readonly outcome: "unmatched"; readonly detail?: string }
  | { readonly outcome: "refused"; readonly mappingId?: string; readonly refusal: Refusal };

/** An action without the fields that have the contract's defaults, and with its text in short. */
export type ExpectedAction = { readonly kind: "wake" | "agent" } & Readonly<
  Record<string, unknown>
>;

/**
 * The text of an action: as the operator wrote it; or inside a fence, cleaned and without the `> ` of its
 * lines, behind `instructions` where there are any; or from a payload and unfenced, because the mapping allows that.
 */
export type ExpectedText =
  | string
  | {
      readonly fenced: string;
      readonly source: string;
      readonly instructions?: string;
    }
  | { readonly unfenced: string; readonly source: string };
