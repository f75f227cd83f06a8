// What the entry of the template language takes and gives.

import type { HelperDefinition } from "./helper-definition.ts";
import type { HelperProblem } from "./helpers/adopt-helpers.ts";
import type { RootPath } from "./origin/locate-origin.ts";
import type { RenderLimits } from "./render/budget.ts";
import type { RenderFailure } from "./render/render-failure.ts";
import type { TemplateRoot } from "./render/scope.ts";
import type { TemplateEdit } from "./syntax/position.ts";
import type { TemplateCode } from "./syntax/syntax-error.ts";

/** What a template may use beyond the language itself. */
export interface TemplateOptions {
  /** Further helpers by name; the names of the built-in ones are taken. */
  readonly helpers?: Readonly<Record<string, HelperDefinition>>;
  /** The sources of partials by name. */
  readonly partials?: Readonly<Record<string, string>>;
  /** Names that mean more than a field. Default: `EVENT_ROOTS`, those of a webhook's templates. */
  readonly roots?: readonly TemplateRoot[];
  /** `drop` leaves out lines that hold nothing but tags, and show nothing. Default: `keep`. */
  readonly emptyLines?: "keep" | "drop" | undefined;
  /** How much one rendering may do. Default: as for one event. */
  readonly limits?: Partial<RenderLimits>;
}

/**
 * The values that a template reads: the payload, in which plain names are looked up, and the other roots
 * by name. A root that is not given is missing. A function is called when its root is read.
 */
export interface TemplateScope {
  readonly payload: unknown;
  readonly [root: string]: unknown;
}

/** A path that a template reads, such as `payload.user.name`. */
export interface TemplatePath extends RootPath {
  /** Whether the steps start at the root, and not at some element of a block. */
  readonly exact: boolean;
}

/** A piece of a rendered text. */
export interface TemplateSpan {
  readonly text: string;
  /** Absent where the text is the template's own. */
  readonly origin?: {
    /** The expression as written. */
    readonly expression: string;
    /** Where it read: `payload.messages.0.subject`, `headers.x-event`. */
    readonly paths: readonly string[];
    /** The helpers that the values went through. */
    readonly helpers: readonly string[];
  };
}

/** The text with what each expression read and rendered; joined in order, the spans are the text. */
export type TemplateExplanation =
  | { readonly ok: true; readonly text: string; readonly spans: readonly TemplateSpan[] }
  | ({ readonly ok: false } & RenderFailure);

/** A compiled template. */
export interface Template {
  /** Throws a `TemplateRenderError` where a limit is passed, a helper fails, or a value is too deep. */
  readonly render: (scope: TemplateScope) => string;
  /** The same rendering, told in pieces. Never throws for what the values are. */
  readonly explain: (scope: TemplateScope) => TemplateExplanation;
  /** What its expressions read. */
  readonly reads: readonly TemplatePath[];
}

/** One thing that is wrong with a template, a partial or a helper. */
export interface TemplateProblem {
  readonly code: TemplateCode | HelperProblem["code"];
  readonly message: string;
  readonly hint?: string;
  /** Counted from 1, within the template or the partial; of a helper absent. */
  readonly line?: number;
  readonly column?: number;
  /** In UTF-16 code units from the start. */
  readonly offset?: number;
  /** What to write in place of a piece of the template or the partial. */
  readonly edit?: TemplateEdit;
  /** The partial in which it stands. */
  readonly partial?: string;
  /** The helper whose definition it is. */
  readonly helper?: string;
}

/** A template, or all that is wrong with its source. */
export type TemplateResult =
  | { readonly ok: true; readonly template: Template; readonly problems: readonly [] }
  | {
      readonly ok: false;
      readonly template?: undefined;
      readonly problems: readonly TemplateProblem[];
    };
