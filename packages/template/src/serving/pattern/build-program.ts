// The tree of a pattern → the instructions of an automaton that finds it (Thompson's construction).
import type { CharSet } from "./char-set.ts";
import { type Assertion, PatternError, type PatternNode } from "./parse-pattern.ts";

export type InstructionIndex = number;

export type Instruction =
  | { readonly kind: "set"; readonly set: CharSet; readonly next: InstructionIndex }
  | { readonly kind: "assertion"; readonly assertion: Assertion; readonly next: InstructionIndex }
  | { readonly kind: "split"; readonly next: InstructionIndex; readonly other: InstructionIndex }
  /** Keeps the offset where the group begins or ends. */
  | {
      readonly kind: "save";
      readonly slot: "groupStart" | "groupEnd";
      readonly next: InstructionIndex;
    }
  | { readonly kind: "match" };

export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: InstructionIndex;
}

/** Nested repetitions multiply, and the largest cost of one character is the number of instructions. */
const MAX_INSTRUCTIONS = 5_000;

/** `captures`: whether the program keeps what the group matched, which takes instructions. */
export function buildProgram(node: PatternNode, captures: boolean): Program {
  const builder = new ProgramBuilder(captures);
  const start = builder.build(node, builder.push({ kind: "match" }));
  return { instructions: builder.instructions, start };
}

/** Builds from the end to the start, so that each instruction knows the next one. */
class ProgramBuilder {
  readonly instructions: Instruction[] = [];
  readonly #captures: boolean;
  #visits = 0;

  constructor(captures: boolean) {
    this.#captures = captures;
  }

  build(node: PatternNode, next: InstructionIndex): InstructionIndex {
    if (node.kind === "group") return this.#buildGroup(node.body, next);
    // Counts visits, because the empty group in ((){999}){999} adds no instructions.
    this.#visits += 1;
    if (this.#visits > MAX_INSTRUCTIONS) {
      throw new PatternError(
        "has a pattern that is too long when its repetitions are written out",
        "Use smaller numbers in {…}, or * or +.",
      );
    }
    switch (node.kind) {
      case "set":
        return this.push({ kind: "set", set: node.set, next });
      case "assertion":
        return this.push({ kind: "assertion", assertion: node.assertion, next });
      case "sequence":
        return node.items.reduceRight((index, item) => this.build(item, index), next);
      case "choice":
        return this.#buildChoice(node.options, next);
      case "repeat":
        return this.#buildRepeat(node, next);
    }
  }

  push(instruction: Instruction): InstructionIndex {
    return this.instructions.push(instruction) - 1;
  }

  #buildGroup(body: PatternNode, next: InstructionIndex): InstructionIndex {
    if (!this.#captures) return this.build(body, next);
    const end = this.push({ kind: "save", slot: "groupEnd", next });
    return this.push({ kind: "save", slot: "groupStart", next: this.build(body, end) });
  }

  #buildChoice(options: readonly PatternNode[], next: InstructionIndex): InstructionIndex {
    const starts = options.map((option) => this.build(option, next));
    return starts.reduceRight((other, start) => this.push({ kind: "split", next: start, other }));
  }

  #buildRepeat(node: PatternNode & { kind: "repeat" }, next: InstructionIndex): InstructionIndex {
    const { body, least, most, isLazy } = node;
    let index = next;
    if (most === Number.POSITIVE_INFINITY) index = this.#buildLoop(node, next);
    else {
      for (let count = least; count < most; count++) {
        index = this.push(split(this.build(body, index), next, isLazy));
      }
    }
    for (let count = 0; count < least; count++) index = this.build(body, index);
    return index;
  }

  /** The body leads back to the split before it, so that the split needs its index first. */
  #buildLoop(
    { body, isLazy }: PatternNode & { kind: "repeat" },
    next: InstructionIndex,
  ): InstructionIndex {
    const loop = this.push({ kind: "match" });
    const start = this.build(body, loop);
    this.instructions[loop] = split(start, next, isLazy);
    return loop;
  }
}

/** `next` is preferred to `other`. */
function split(body: InstructionIndex, exit: InstructionIndex, isLazy: boolean): Instruction {
  return isLazy
    ? { kind: "split", next: exit, other: body }
    : { kind: "split", next: body, other: exit };
}
