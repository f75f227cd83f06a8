// A step and a request → the response, with retries while Google has problems of its own.
import { createRepeatingSend } from "../../google/create-repeating-send.ts";
import type { GoogleRequest, SendToGoogle } from "../../model/google.ts";
import type { MailResult } from "../../model/source.ts";
import { type SetupContext, sendOf } from "../setup-context.ts";

type Asked = Pick<GoogleRequest, "method" | "path" | "body"> &
  Partial<Pick<GoogleRequest, "service">>;

/** A person waits for it: about half a minute. */
const MAX_TRIES = 5;
const MAX_WAIT_MS = 30_000;

/** Sends to Pub/Sub unless the request names Gmail. */
export function ask<T = unknown>(context: SetupContext, request: Asked): Promise<MailResult<T>> {
  const { signal } = context.options;
  return repeatingSendOf(context)<T>({ service: "pubsub", ...request, signal });
}

export function repeatingSendOf(context: SetupContext): SendToGoogle {
  const { time } = context.options;
  return createRepeatingSend(sendOf(context), {
    time,
    maxTries: MAX_TRIES,
    maxWaitMs: MAX_WAIT_MS,
  });
}
