// A port that repeats nothing → one that repeats what fails for a while.
import type { GoogleRequest, SendToGoogle } from "../model/google.ts";
import type { MailResult } from "../model/source.ts";
import { type RepeatOptions, repeat } from "./repeat.ts";

/** The signal of each request ends its waiting. */
export function createRepeatingSend(
  send: SendToGoogle,
  options: Omit<RepeatOptions, "signal">,
): SendToGoogle {
  return <T>(request: GoogleRequest): Promise<MailResult<T>> =>
    repeat(() => send<T>(request), { ...options, signal: request.signal });
}
