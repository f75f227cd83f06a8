// One look at a time → any number of askers, who share looks.
import type { Look, LookResult } from "../model/trigger.ts";

/** Calls `begin` when it asks the mailbox: who asks later needs another look. */
export type LookOnce = (begin: () => void) => Promise<LookResult>;

export function joinLooks(lookOnce: LookOnce): Look {
  let joinable: Promise<LookResult> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    if (joinable !== undefined) return joinable;
    const begin = (): void => {
      joinable = undefined;
    };
    const look = last.then(() => lookOnce(begin)).finally(begin);
    joinable = look;
    last = look;
    return look;
  };
}
