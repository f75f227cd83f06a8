// What the expressions of one event can read, and how much they may do.
import type { HeaderRecord, QueryRecord } from "../../model/event.ts";

/** What a plain name means beyond a field of the payload. */
export type RootName =
  | "payload"
  | "headers"
  | "query"
  | "path"
  | "now"
  | "item"
  | "index"
  | "mapping";

/** The values behind the roots. `now` is asked for once per event at most: formatting a date is dear. */
export interface Scope {
  readonly payload: unknown;
  /** Lower-case names. */
  readonly headers: HeaderRecord;
  readonly query: QueryRecord;
  readonly path: string;
  readonly now: () => string;
  /** The element and its place, where a mapping makes one action per element. */
  readonly item: unknown;
  readonly index: number | undefined;
  /** The id of the mapping. */
  readonly mapping: string;
}

/** The roots of ordinary templates. */
export const EVENT_ROOTS: readonly RootName[] = ["payload", "headers", "query", "path", "now"];

/** Thrown where a helper of the integrator threw; the walk turns it into a refusal. */
export class HelperFailedError extends Error {}

/** How much the templates of one event may do. */
export interface RenderLimits {
  /** Characters of all templates of one event together. */
  readonly maxCharacters: number;
  /** Turns of all loops of one event together. */
  readonly maxIterations: number;
  /** How deep partials may stand within each other, at most 250. */
  readonly maxNesting: number;
}

/**
 * Twice the default body, and far beyond what a model's context holds; 10,000 turns take some 5 ms.
 * Partials that include themselves need a bound; trees of comments and folders are flatter than 50.
 */
export const DEFAULT_RENDER_LIMITS: RenderLimits = {
  maxCharacters: 1_000_000,
  maxIterations: 10_000,
  maxNesting: 50,
};

/** Thrown out of nested closures when a limit is passed; the walk turns it into a refusal. */
export class RenderLimitError extends Error {}

/** Blocks and partials within each other while rendering: each is some calls, and stacks end near 1,300. */
const DEEPEST_RENDERING = 500;

/** Keys that may be copied in place of one turn of a loop: some microseconds, either way. */
const KEYS_PER_ITERATION = 20;

/** Characters that a helper may look at in place of one turn of a loop. */
const TEXT_PER_ITERATION = 2_000;

/** What is left to one event. */
export class Budget {
  #characters: number;
  #iterations: number;
  readonly #maxNesting: number;
  #partials = 0;
  #levels = 0;

  constructor(limits: RenderLimits) {
    this.#characters = limits.maxCharacters;
    this.#iterations = limits.maxIterations;
    this.#maxNesting = limits.maxNesting;
  }

  get charactersLeft(): number {
    return this.#characters;
  }

  spendCharacters(count: number): void {
    this.#characters -= count;
    if (this.#characters < 0) throw new RenderLimitError("the rendered text is too long");
  }

  spendIteration(): void {
    this.#iterations -= 1;
    this.#refuseOverrun();
  }

  #refuseOverrun(): void {
    if (this.#iterations >= 0) return;
    throw new RenderLimitError("the loops of the templates run too often");
  }

  /** Keys of an object that are looked at or copied: cheap for twenty, dear for 30,000. */
  spendKeys(keys: number): void {
    this.#iterations -= Math.floor(keys / KEYS_PER_ITERATION);
    this.#refuseOverrun();
  }

  /** A helper looks at all of a text or list: some microseconds for one turn of a loop, either way. */
  spendSize(value: unknown): void {
    if (typeof value === "string") this.spendText(value.length);
    else if (Array.isArray(value)) this.spendKeys(value.length);
  }

  /** Gives back the characters that are too few for a turn: who looks at many texts adds them up. */
  spendText(characters: number): number {
    this.#iterations -= Math.floor(characters / TEXT_PER_ITERATION);
    this.#refuseOverrun();
    return characters % TEXT_PER_ITERATION;
  }

  /** `levels`: the partial, and the blocks around its call. */
  enterPartial(levels: number): void {
    this.spendIteration();
    if (this.#partials >= this.#maxNesting || this.#levels + levels > DEEPEST_RENDERING) {
      throw new RenderLimitError("the partials of the template include each other too deep");
    }
    this.#partials += 1;
    this.#levels += levels;
  }

  leavePartial(levels: number): void {
    this.#partials -= 1;
    this.#levels -= levels;
  }
}
