// A step and a request → the answer, asked again while Google has problems of its own.
import { repeat } from "../../google/repeat.ts";
import type { GoogleRequest } from "../../model/google.ts";
import type { MailResult } from "../../model/source.ts";
import { type SetupContext, sendOf } from "../setup-context.ts";

type Asked = Pick<GoogleRequest, "method" | "path" | "body"> &
  Partial<Pick<GoogleRequest, "service">>;

/** Somebody waits in front of the screen: about half a minute. */
const MAX_TRIES = 5;

/** Pub/Sub unless the request says Gmail. */
export function ask<T = unknown>(context: SetupContext, request: Asked): Promise<MailResult<T>> {
  const { clock, signal } = context.options;
  const send = sendOf(context);
  return repeat(() => send<T>({ service: "pubsub", ...request, signal }), {
    clock,
    signal,
    maxTries: MAX_TRIES,
    maxWaitMs: 30_000,
  });
}
