// A machine and a text → whether the pattern occurs in it, in time linear in the text for any pattern.
import type { Alphabet, CharClass } from "./alphabet.ts";
import type { InstructionIndex, Program } from "./build-program.ts";
import type { Assertion } from "./parse-pattern.ts";

/** The kind of the character before or behind an offset of the text. */
export type Neighbour = "nothing" | "word" | "other";

/** A state of the automaton: the set of instructions that wait for the next character. */
interface State {
  readonly waiting: readonly InstructionIndex[];
  readonly before: Neighbour;
  /**
   * The next state by the class of the next character; undefined until a text first needs it. Without
   * a prototype: a number among the keys of a polluted `Object.prototype` would be taken for a state.
   */
  readonly next: Record<CharClass, State | typeof FOUND | undefined>;
}

const FOUND = "found";

/** When the cache is full it is emptied, so that a text cannot fill memory. */
const MAX_STATES = 500;

export interface Machine {
  readonly program: Program;
  readonly alphabet: Alphabet;
}

/**
 * States are created when the text first needs them, and only for this text: the cost of a text must
 * not depend on earlier texts. `spend` gets the number of instructions that were read.
 */
export function findMatch(machine: Machine, text: string, spend: (steps: number) => void): boolean {
  const states = new Map<string, State>();
  let state = stateFor(states, [], "nothing");
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) as number;
    if (code > 0xffff) at += 1;
    const symbol = machine.alphabet.classOf(code);
    let next = state.next[symbol];
    if (next === undefined) {
      next = advance(machine, state, { symbol, states, spend });
      state.next[symbol] = next;
    }
    if (next === FOUND) return true;
    state = next;
  }
  return follow(machine, state, "nothing", spend) === FOUND;
}

interface Step {
  readonly symbol: CharClass;
  readonly states: Map<string, State>;
  readonly spend: (steps: number) => void;
}

function advance(
  machine: Machine,
  state: State,
  { symbol, states, spend }: Step,
): State | typeof FOUND {
  const { program, alphabet } = machine;
  const after = alphabet.words[symbol] === true ? "word" : "other";
  const reached = follow(machine, state, after, spend);
  if (reached === FOUND) return FOUND;
  const waiting = new Set<InstructionIndex>();
  for (const index of reached) {
    const instruction = program.instructions[index];
    if (instruction?.kind !== "set" || !alphabet.membersOf(instruction.set)[symbol]) continue;
    waiting.add(instruction.next);
  }
  return stateFor(
    states,
    [...waiting].sort((a, b) => a - b),
    after,
  );
}

/** All instructions that are reached without reading a character. A match may begin anywhere. */
function follow(
  { program }: Machine,
  { waiting, before }: State,
  after: Neighbour,
  spend: (steps: number) => void,
): ReadonlySet<InstructionIndex> | typeof FOUND {
  const reached = new Set<InstructionIndex>(waiting).add(program.start);
  // The loop also visits elements that are added while it runs.
  for (const index of reached) {
    const instruction = program.instructions[index];
    if (instruction?.kind === "match") return FOUND;
    if (instruction?.kind === "split") reached.add(instruction.next).add(instruction.other);
    else if (instruction?.kind === "assertion" && holds(instruction.assertion, before, after))
      reached.add(instruction.next);
  }
  spend(reached.size);
  return reached;
}

export function holds(assertion: Assertion, before: Neighbour, after: Neighbour): boolean {
  switch (assertion) {
    case "start":
      return before === "nothing";
    case "end":
      return after === "nothing";
    case "edge":
      return (before === "word") !== (after === "word");
    case "no edge":
      return (before === "word") === (after === "word");
  }
}

function stateFor(
  states: Map<string, State>,
  waiting: readonly InstructionIndex[],
  before: Neighbour,
): State {
  const key = `${before} ${waiting.join(" ")}`;
  const known = states.get(key);
  if (known !== undefined) return known;
  if (states.size === MAX_STATES) states.clear();
  const state: State = { waiting, before, next: Object.create(null) };
  states.set(key, state);
  return state;
}
