// A machine and a text → where the pattern occurs first behind an offset, and the group in it.
import type { CharClass } from "./alphabet.ts";
import type { Instruction, InstructionIndex } from "./build-program.ts";
import { holds, type Machine, type Neighbour } from "./find-match.ts";
import type { Assertion } from "./parse-pattern.ts";

export interface PatternSpan {
  readonly start: number;
  readonly end: number;
  /** What the first group of the pattern matched; absent where it has none, or the group no part. */
  readonly group?: readonly [start: number, end: number];
}

/** One way through the pattern. In lists, those that RegExp prefers come first. */
interface Thread {
  readonly index: InstructionIndex;
  /** Shared by the threads that have the same. */
  readonly marks: Marks;
}

/** The offset where the match begins, and those of the group; undefined if it was not reached. */
interface Marks {
  readonly start: number;
  readonly groupStart: number | undefined;
  readonly groupEnd: number | undefined;
}

/** What is around an offset; a class is undefined at the ends of the text. */
interface Position {
  readonly at: number;
  readonly before: CharClass | undefined;
  readonly after: CharClass | undefined;
}

/**
 * All ways are followed at once, as in Pike's machine, so that one search takes at most the product of
 * the lengths of text and pattern. Of several matches it finds the one that RegExp finds. `spend` gets
 * the number of instructions that were read, and of characters that were passed over.
 */
export class SpanFinder {
  readonly #machine: SpanMachine;
  readonly #text: string;
  readonly #spend: (steps: number) => void;
  /** For each instruction, the turn in which it was read last. */
  readonly #turns: Int32Array;
  #turn = 0;
  #found: PatternSpan | undefined;

  constructor(machine: SpanMachine, text: string, spend: (steps: number) => void) {
    this.#machine = machine;
    this.#text = text;
    this.#spend = spend;
    this.#turns = new Int32Array(machine.program.instructions.length);
  }

  find(from: number): PatternSpan | undefined {
    const { alphabet } = this.#machine;
    this.#found = undefined;
    let waiting: Thread[] = [];
    for (let at = this.#passOver(from); at <= this.#text.length; ) {
      const before = at === 0 ? undefined : alphabet.classOf(this.#text.charCodeAt(at - 1));
      const code = this.#text.codePointAt(at);
      const after = code === undefined ? undefined : alphabet.classOf(code);
      waiting = this.#step(waiting, { at, before, after });
      at += code === undefined ? 1 : widthOf(code);
      if (waiting.length > 0) continue;
      if (this.#found !== undefined) break;
      at = this.#passOver(at);
    }
    return this.#found;
  }

  /** The next offset at which a match may begin, or the end of the text. */
  #passOver(from: number): number {
    const { alphabet, openers } = this.#machine;
    if (openers === undefined) return from;
    let at = from;
    while (at < this.#text.length) {
      const code = this.#text.codePointAt(at) as number;
      if (openers[alphabet.classOf(code)]) break;
      at += widthOf(code);
    }
    this.#spend(at - from);
    return at;
  }

  /** Follows the threads over the next character, the preferred ones first; a match ends the others. */
  #step(waiting: Thread[], position: Position): Thread[] {
    // A match that begins further right is never preferred to one that was found.
    if (this.#found === undefined) {
      const marks = { start: position.at, groupStart: undefined, groupEnd: undefined };
      waiting.push({ index: this.#machine.program.start, marks });
    }
    this.#turn += 1;
    const reached: Thread[] = [];
    const stack = waiting.reverse();
    let steps = 0;
    for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
      if (this.#turns[thread.index] === this.#turn) continue;
      this.#turns[thread.index] = this.#turn;
      steps += 1;
      if (this.#read(thread, position, { stack, reached })) break;
    }
    this.#spend(steps);
    return reached;
  }

  /** Whether the instruction is a match; else its successors are kept for this turn or the next. */
  #read({ index, marks }: Thread, position: Position, { stack, reached }: Lists): boolean {
    const { program, members } = this.#machine;
    const { at, after } = position;
    const instruction = program.instructions[index] as Instruction;
    switch (instruction.kind) {
      case "match":
        this.#found = spanFromMarks(marks, at);
        return true;
      case "set":
        if (after !== undefined && members[index]?.[after]) {
          reached.push({ index: instruction.next, marks });
        }
        return false;
      case "split":
        stack.push({ index: instruction.other, marks }, { index: instruction.next, marks });
        return false;
      case "save":
        stack.push({ index: instruction.next, marks: mark(marks, instruction.slot, at) });
        return false;
      case "assertion":
        if (this.#holds(instruction, position)) stack.push({ index: instruction.next, marks });
        return false;
    }
  }

  #holds({ assertion }: { readonly assertion: Assertion }, { before, after }: Position): boolean {
    return holds(assertion, this.#neighbourOf(before), this.#neighbourOf(after));
  }

  /** Half of a surrogate pair is not a letter of a word; neither is the whole. */
  #neighbourOf(symbol: CharClass | undefined): Neighbour {
    if (symbol === undefined) return "nothing";
    return this.#machine.alphabet.words[symbol] === true ? "word" : "other";
  }
}

/** Not `{ ...marks, [slot]: at }`, which takes several times longer. */
function mark(
  { start, groupStart, groupEnd }: Marks,
  slot: "groupStart" | "groupEnd",
  at: number,
): Marks {
  return slot === "groupStart"
    ? { start, groupStart: at, groupEnd }
    : { start, groupStart, groupEnd: at };
}

function widthOf(code: number): number {
  return code > 0xffff ? 2 : 1;
}

interface Lists {
  readonly stack: Thread[];
  readonly reached: Thread[];
}

function spanFromMarks({ start, groupStart, groupEnd }: Marks, end: number): PatternSpan {
  if (groupStart === undefined || groupEnd === undefined) return { start, end };
  return { start, end, group: [groupStart, groupEnd] };
}

interface SpanMachine extends Machine {
  /** The classes that each instruction takes; undefined for an instruction that takes no character. */
  readonly members: readonly (readonly boolean[] | undefined)[];
  /** The classes with which a match can begin; undefined if it can be empty. */
  readonly openers: readonly boolean[] | undefined;
}

/** A machine → the same machine, with what the search for a match reads. */
export function createSpanMachine(machine: Machine): SpanMachine {
  const { program, alphabet } = machine;
  const members = program.instructions.map((instruction) =>
    instruction.kind === "set" ? alphabet.membersOf(instruction.set) : undefined,
  );
  return { ...machine, members, openers: openersOf(machine, members) };
}

function openersOf(
  { program, alphabet }: Machine,
  members: SpanMachine["members"],
): readonly boolean[] | undefined {
  const openers = Array.from({ length: alphabet.size }, () => false);
  const reached = new Set([program.start]);
  for (const index of reached) {
    const instruction = program.instructions[index] as Instruction;
    if (instruction.kind === "match") return undefined;
    if (instruction.kind === "set") {
      members[index]?.forEach((isMember, symbol) => {
        if (isMember) openers[symbol] = true;
      });
      continue;
    }
    reached.add(instruction.next);
    if (instruction.kind === "split") reached.add(instruction.other);
  }
  return openers;
}

/** As RegExp does, an empty match moves on by one character. */
export function* eachSpan(
  text: string,
  find: (from: number) => PatternSpan | undefined,
): Generator<PatternSpan, void> {
  for (let from = 0; from <= text.length; ) {
    const span = find(from);
    if (span === undefined) return;
    yield span;
    from = span.end > span.start ? span.end : behind(text, span.end);
  }
}

function behind(text: string, at: number): number {
  const code = text.codePointAt(at);
  return at + (code !== undefined && code > 0xffff ? 2 : 1);
}
