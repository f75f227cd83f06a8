// How much the templates of one event may do, and what each thing that they do costs.

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

/** Thrown out of nested closures when a limit is passed; whoever renders turns it into a result. */
export class RenderLimitError extends Error {}

/** Blocks and partials within each other while rendering: each is some calls, and stacks end near 1,300. */
const MAX_RENDER_LEVELS = 500;

/** What one turn of a loop costs. It takes some microseconds, and limits are counted in turns. */
const TURN = 2_000;

/** What is charged in turns. */
export type Work =
  | "keys"
  | "characters"
  | "codedCharacters"
  | "htmlCharacters"
  | "patternSteps"
  | "zones";

/** What each kind of work costs, as measured: a unit takes about a nanosecond. */
const COSTS: Readonly<Record<Work, number>> = {
  /** Keys of an object, or elements of a list, that are looked at or copied: dear for 30,000. */
  keys: TURN / 20,
  /** Characters that a helper looks at. */
  characters: 1,
  /** Characters that take several times as long: decoded, escaped, or matched with a pattern. */
  codedCharacters: 3,
  /** HTML that is all tags takes some 150 nanoseconds a character. */
  htmlCharacters: 10,
  /** Steps of the machine that matches patterns. */
  patternSteps: TURN / 50,
  /** Time zones that are made for an event: some 80 microseconds each. */
  zones: TURN * 20,
};

/** What is left to one event. */
export class Budget {
  #characters: number;
  #turns: number;
  readonly #maxNesting: number;
  #partials = 0;
  #levels = 0;

  constructor(limits: RenderLimits) {
    this.#characters = limits.maxCharacters;
    this.#turns = limits.maxIterations;
    this.#maxNesting = limits.maxNesting;
  }

  get charactersLeft(): number {
    return this.#characters;
  }

  /** Characters that are rendered. */
  spendText(length: number): void {
    this.#characters -= length;
    if (this.#characters < 0) throw new RenderLimitError("the rendered text is too long");
  }

  /** Gives back how much is too little for a turn: who does many small things adds them up. */
  spend(work: Work, amount: number): number {
    const cost = COSTS[work];
    const total = amount * cost;
    // Nearly always: most texts and lists are short.
    if (total < TURN) return amount;
    this.#spendTurns(Math.floor(total / TURN));
    return (total % TURN) / cost;
  }

  /** A turn of a loop. */
  spendTurn(): void {
    this.#spendTurns(1);
  }

  #spendTurns(count: number): void {
    this.#turns -= count;
    if (this.#turns < 0) throw new RenderLimitError("the loops of the templates run too often");
  }

  /** A helper looks at all of a text or list. */
  spendSize(value: unknown): void {
    if (typeof value === "string") this.spend("characters", value.length);
    else if (Array.isArray(value)) this.spend("keys", value.length);
  }

  /** `levels`: the partial, and the blocks around its call. */
  enterPartial(levels: number): void {
    this.spendTurn();
    if (this.#partials >= this.#maxNesting || this.#levels + levels > MAX_RENDER_LEVELS) {
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
