// A case that the config passes, as mutants are judged by it.
import type { Explanation, HookEvent } from "@hookwright/core";
import type { SingleCase } from "../model.ts";

/** A case that passes, with what the config makes of its event. */
export interface PassedCase {
  readonly testCase: SingleCase;
  readonly event: HookEvent;
  readonly explanation: Explanation;
  readonly now: number;
  readonly snapshot: string | undefined;
}

/** The id of the mapping that takes the event of the case; undefined where none does. */
export function takerOf({ explanation: { matches } }: PassedCase): string | undefined {
  return matches.find(({ result }) => result === "matched")?.mappingId;
}
