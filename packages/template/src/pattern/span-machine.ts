// A machine → the same machine, with what the search for the place of a match reads of it.
import type { Instruction } from "./build-program.ts";
import type { Machine } from "./find-match.ts";

export interface SpanMachine extends Machine {
  /** The classes that each instruction takes; undefined for an instruction that takes no character. */
  readonly members: readonly (readonly boolean[] | undefined)[];
  /** The classes with which a match can begin; undefined where it can be empty. */
  readonly openers: readonly boolean[] | undefined;
}

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
  for (const place of reached) {
    const instruction = program.instructions[place] as Instruction;
    if (instruction.kind === "match") return undefined;
    if (instruction.kind === "set") {
      members[place]?.forEach((isMember, symbol) => {
        if (isMember) openers[symbol] = true;
      });
      continue;
    }
    reached.add(instruction.next);
    if (instruction.kind === "split") reached.add(instruction.other);
  }
  return openers;
}
