// What one event may cost → a budget that every stage charges, and that throws when it is spent.

/** How much the templates of one event may do. */
export interface RenderLimits {
  /** Characters of all templates of one event together. */
  readonly maxCharacters: number;
  /** Turns of all loops of one event together. */
  readonly maxIterations: number;
  /** How deep partials may be nested, at most 250. */
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

/**
 * Units of work for one event: all mappings that are tried, and all stages. The most
 * expensive event found that spends them all took 97 ms of user time, 1.94 ns a unit.
 */
export const MAX_WORK_UNITS = 50_000_000;

/** Thrown out of nested closures when a limit is passed; `failureFromError` turns it into data. */
export class RenderLimitError extends Error {}

/** Thrown when the work of the event is spent; only the walk of an event catches it. */
export class WorkLimitError extends Error {}

/** Blocks and partials within each other while rendering: each is some calls, and stacks end near 1,300. */
const MAX_RENDER_LEVELS = 500;

/** What each kind of work costs. A unit takes at most about two nanoseconds. */
export const COST = {
  /** A rule of a mapping that is compared with the event. */
  rules: 500,
  /** An operator of a condition, with values that are short. */
  operators: 60,
  /** An operator that json-logic-js evaluates takes as much longer. */
  libraryCalls: 500,
  /** An element of a list for which a rule is evaluated. */
  elements: 60,
  /** An element that is compared, or copied into another list. */
  listItems: 3,
  /** An element of a list, or an object, that becomes a part of a text. */
  joinedItems: 60,
  /** A character that is read, compared or copied. */
  characters: 1,
  /** A character of a text in which a long one is searched for, and of that one. */
  searchedCharacters: 16,
  /** A character that is decoded or matched with a regular expression. */
  codedCharacters: 25,
  /** A character in a cell of a table. */
  cellCharacters: 250,
  /** A character that Markdown escapes. */
  marks: 150,
  /** A piece between two occurrences of a text. */
  pieces: 50,
  /** A part of a template: an expression, a block, or a partial. */
  parts: 60,
  /** A character that is rendered. */
  renderedCharacters: 6,
  /** A character that the fence looks at. */
  fencedCharacters: 4,
  /** A position where a marker of the fence, or a control token, may begin. */
  openings: 1_500,
  /** A turn of a loop, or a partial. */
  turns: 400,
  /** A call of a helper. */
  calls: 200,
  /** A key or an element in JSON text. */
  jsonNodes: 200,
  /** A key of an object, or an element of a list, that a helper looks at. */
  keys: 100,
  /** A comparison while a list is sorted. */
  sortSteps: 40,
  /** A field of an object that is copied for an element. */
  copiedFields: 240,
  /** A field of a context that is copied for a partial. */
  contextFields: 500,
  /** A tag of HTML. */
  htmlTags: 600,
  /** A tag of HTML that is a link, whose address is read and compared with its text. */
  htmlLinks: 1_800,
  /** A number that is written with its thousands apart. */
  numbers: 2_000,
  /** A date that is written. */
  dates: 5_000,
  /** A step of the machine that matches patterns. */
  patternSteps: 80,
  /** A step of the machine that finds where a pattern matches. */
  searchSteps: 120,
  /** A time zone that is created for an event. */
  zones: 60_000,
} as const;

/** What is left to one event. */
export class Budget {
  #units: number;
  #characters: number;
  #turns: number;
  readonly #maxNesting: number;
  #partials = 0;
  #levels = 0;

  constructor(limits: RenderLimits) {
    const { maxCharacters, maxIterations, maxNesting } = limits;
    this.#units = unitsFor(limits);
    this.#characters = maxCharacters;
    this.#turns = maxIterations;
    this.#maxNesting = maxNesting;
  }

  get unitsLeft(): number {
    return this.#units;
  }

  get charactersLeft(): number {
    return this.#characters;
  }

  /** An amount of `COST`. Called before the work is done, wherever the amount is known by then. */
  spend(units: number): void {
    this.#units -= units;
    if (this.#units < 0) throw new WorkLimitError("it takes too much work");
  }

  /** The text of a body with this many parts. */
  spendText(length: number, parts: number): void {
    this.#characters -= length;
    if (this.#characters < 0) throw new RenderLimitError("the rendered text is too long");
    // Not by a call of spend(): every body and block passes here.
    this.#units -= parts * COST.parts + length * COST.renderedCharacters;
    if (this.#units < 0) throw new WorkLimitError("it takes too much work");
  }

  /** A turn of a loop. */
  spendTurn(): void {
    this.#turns -= 1;
    if (this.#turns < 0) throw new RenderLimitError("the loops of the templates run too often");
    this.spend(COST.turns);
  }

  /** A helper looks at all of a text or list. */
  spendSize(value: unknown): void {
    if (typeof value === "string") this.spend(value.length * COST.characters);
    else if (Array.isArray(value)) this.spend(value.length * COST.keys);
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

/** The largest number that engines keep and subtract as a plain integer: two to four seconds. */
const MAX_RAISED_UNITS = 2 ** 31 - 1;

/** An operator who raises a limit accepts the time that it takes. */
function unitsFor({ maxCharacters, maxIterations }: RenderLimits): number {
  const { maxCharacters: characters, maxIterations: iterations } = DEFAULT_RENDER_LIMITS;
  if (maxCharacters <= characters && maxIterations <= iterations) return MAX_WORK_UNITS;
  const raised = Math.max(maxCharacters / characters, maxIterations / iterations);
  return Math.min(Math.floor(MAX_WORK_UNITS * raised), MAX_RAISED_UNITS);
}
