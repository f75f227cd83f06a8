// What came of a look → whether the run has ended with it.
import type { LookResult } from "../model/trigger.ts";

export function isOver(result: LookResult): boolean {
  return !result.ok && result.code !== "later";
}
