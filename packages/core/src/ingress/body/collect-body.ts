// A source and limits → the bytes of the body, or why not: too large, too slow, no room, gone. Never rejects.

import type { Timer } from "@hookwright/base";
import { runtimeTimer } from "@hookwright/base";
import type { BodyLimits, BodyRead } from "../request.ts";
import { BodyBuffer } from "./body-buffer.ts";
import type { BodySource } from "./body-source.ts";

const TOO_LARGE: BodyRead = { kind: "too-large" };
const TIMED_OUT: BodyRead = { kind: "timeout" };
const OVERLOADED: BodyRead = { kind: "overloaded" };
const GONE: BodyRead = { kind: "gone" };

/**
 * Collects a body within its limits. At most twice `maxBytes` are held beside the chunk that the
 * runtime hands over; nothing is held once a body is refused. What is left of it may then be
 * discarded from the same source.
 */
export function collectBody(
  source: BodySource,
  limits: BodyLimits,
  timer: Timer = runtimeTimer,
): Promise<BodyRead> {
  return new Promise((resolve) => {
    const { meter } = limits;
    if (meter?.begin(() => settle(OVERLOADED)) === false) {
      resolve(OVERLOADED);
      return;
    }
    const buffer = new BodyBuffer(limits.maxBytes);
    // One timer for the whole body: anything for each chunk would grow with their number.
    const cancel = timer(() => settle(TIMED_OUT), limits.timeoutMs);
    const settle = (read: BodyRead): void => {
      cancel();
      source.stop();
      resolve(read);
    };
    source.start({
      onChunk: (chunk) => {
        if (buffer.push(chunk) === "too-large") settle(TOO_LARGE);
        else if (meter?.add(chunk.length) === false) settle(OVERLOADED);
      },
      onEnd: () => settle({ kind: "bytes", bytes: buffer.finish() }),
      onGone: () => settle(GONE),
    });
  });
}
