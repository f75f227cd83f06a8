// What the page asks the worker, and what it answers: plain data.
import type { IncludedText, SetValueResult } from "@hookwright/config/text";
import type { Explanation, HookEvent, Problem } from "@hookwright/core";
import type { ChangeClass } from "@hookwright/testing/comparison";
import type { EventText, Format } from "./event-text.ts";
import type { Redacted, Shared } from "./share.ts";

export interface NamedEvent {
  readonly name: string;
  readonly event: HookEvent;
}

/** The config and the event that are on the page now. */
export interface Question {
  readonly config: string;
  readonly format: Format;
  /** The files that the config includes, in the order of their mappings. */
  readonly includes?: readonly IncludedText[];
  readonly event: EventText;
  /** Sent when they change; the worker keeps them. */
  readonly samples?: readonly NamedEvent[];
}

/** What an expression of the config rendered: a range of the text, and the first values. */
export interface ExpressionValue {
  /** The position as `atId` writes it. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly texts: readonly string[];
}

/** The values of the expressions of one line of the config, in order. */
export interface LineValues {
  /** The included file; absent: the config. */
  readonly file?: string;
  readonly line: number;
  readonly values: readonly ExpressionValue[];
}

/** What one event becomes: a row of "all events". */
export interface StripRow {
  readonly name: string;
  /** The name of its hook. */
  readonly path: string;
  readonly outcome:
    | "agent"
    | "wake"
    | "deliver"
    | "batch"
    | "skipped"
    | "handled"
    | "refused"
    | "unmatched";
  /** The first one, if several get the event. */
  readonly mapping?: string;
  /** All mappings that get the event, in order; absent for one. */
  readonly mappings?: readonly string[];
  readonly session?: string;
  /** How the outcome differs from when the page was opened, or from the baseline that was set. */
  readonly change?: ChangeClass;
  /** Expressions that rendered nothing, if all of them did. */
  readonly empty: number;
}

/** One change of the event, and what the changed event becomes. */
export interface NearMiss {
  /** `x-github-event = issues`, `without payload.draft`. */
  readonly title: string;
  readonly event: HookEvent;
  readonly row: StripRow;
}

/** A mapping, for the picture of the config. */
export interface MappingRow {
  readonly id: string;
  readonly action: string;
  /** The name of its hook; absent if it takes any. */
  readonly path?: string;
  /** Its first line in the config, or in an included file; absent for mappings of presets. */
  readonly line?: number;
  /** The included file; absent: the config. */
  readonly file?: string;
}

/** What became of one question. */
export interface Answer {
  /** Errors, warnings and hints of the config, with positions and fixes. */
  readonly problems: readonly Problem[];
  /** Why the event cannot be read, in a sentence. */
  readonly eventProblem?: string;
  /** Absent if the config has errors, or the event cannot be read. */
  readonly result?: Result;
}

export interface Result {
  /** What the event of the page becomes. */
  readonly row: StripRow;
  readonly explanation: Explanation;
  readonly lines: readonly LineValues[];
  readonly mappings: readonly MappingRow[];
  readonly strip: readonly StripRow[];
  readonly nearMisses: readonly NearMiss[];
  readonly hook: HookOfEvent;
}

/** Without the lists that are the same as in the last result. */
export type SentResult = Omit<Result, "strip" | "mappings"> &
  Partial<Pick<Result, "strip" | "mappings">>;

export interface SentAnswer extends Omit<Answer, "result"> {
  readonly result?: SentResult;
}

/** How a sender reaches the hook of the event. */
export interface HookOfEvent {
  /** `/hooks` */
  readonly basePath: string;
  /** `signature`: of the body, or another proof that this page cannot make. */
  readonly auth: "none" | "token" | "signature";
  /** Headers in which a request carries its proof, in lower case. */
  readonly secretHeaders: readonly string[];
}

/** A path of the payload → where its value is in the text of the payload. */
export interface LocateQuestion {
  readonly payload: string;
  readonly path: string;
}

/** A file of events. */
export interface EventFile {
  readonly path: string;
  readonly text: string;
}

/** The events of files that can be read. */
export interface FileEvents {
  /** With the path of the file, for those that have a file alone. */
  readonly events: readonly (NamedEvent & { readonly path?: string })[];
  /** Paths of files that cannot be read, and why. */
  readonly unread: readonly { readonly path: string; readonly message: string }[];
}

/** A case → the text of a test file with it. */
export interface CaseQuestion {
  readonly filename: string;
  readonly text: string;
  readonly added: Readonly<Record<string, unknown>>;
}

/** A caret in a config → what may stand there. */
export interface CompletionQuestion {
  readonly text: string;
  readonly caret: number;
  readonly format: Format;
  /** Whether the text is that of a file of `hooks.include`. */
  readonly isIncluded: boolean;
  /** Of the event: expressions name its fields. */
  readonly payload: string;
}

export interface Completion {
  /** What is replaced. */
  readonly start: number;
  readonly end: number;
  readonly words: readonly string[];
  /** Follows the word that is chosen. */
  readonly after: string;
}

export type ToWorker =
  | { readonly kind: "complete"; readonly id: number; readonly question: CompletionQuestion }
  | { readonly kind: "events"; readonly id: number; readonly files: readonly EventFile[] }
  | { readonly kind: "case"; readonly id: number; readonly question: CaseQuestion }
  | { readonly kind: "ask"; readonly id: number; readonly question: Question }
  | { readonly kind: "locate"; readonly id: number; readonly question: LocateQuestion }
  | { readonly kind: "redact"; readonly id: number; readonly shared: Shared }
  /** From now on outcomes are compared with those of the current config. */
  | { readonly kind: "baseline"; readonly id: number };

export type FromWorker =
  | { readonly kind: "completed"; readonly id: number; readonly completion?: Completion }
  | ({ readonly kind: "events"; readonly id: number } & FileEvents)
  | { readonly kind: "case"; readonly id: number; readonly result: SetValueResult }
  | { readonly kind: "answer"; readonly id: number; readonly answer: SentAnswer }
  | { readonly kind: "redacted"; readonly id: number; readonly redacted: Redacted }
  | { readonly kind: "located"; readonly id: number; readonly range?: readonly [number, number] };
