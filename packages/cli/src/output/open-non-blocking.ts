// A standard stream that may stand still → an output of our own for the same pipe or terminal.
//
// Node writes to a terminal until it takes the text, so Ctrl-S would stop the server. A pipe it does not
// wait for, until another process that has the same one makes it blocking, which any that is started with
// it may do. Opened anew, the pipe or terminal is ours to wait for or not. Files never stand still, and a
// socket cannot be opened anew: for these Node's own stream is right.
import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import type { Output } from "../io.ts";

/** What a reader frees within that time is more than a log needs. */
const RETRY_MS = 20;

/** Undefined where there is nothing to open anew, or the system has no way to; only Linux has. */
export function openNonBlocking(fd: number): (Output & { readonly close: () => void }) | undefined {
  const own = reopen(fd);
  if (own === undefined) return undefined;
  return {
    isTTY: isatty(own),
    write: (text, done) => {
      writeRest(own, Buffer.from(text), done ?? (() => undefined));
      return true;
    },
    close: () => closeSync(own),
  };
}

function reopen(fd: number): number | undefined {
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
  try {
    if (!isatty(fd) && !fstatSync(fd).isFIFO()) return undefined;
    return openSync(`/proc/self/fd/${fd}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return undefined;
  }
}

function writeRest(fd: number, rest: Buffer, done: (error?: Error) => void): void {
  let offset = 0;
  try {
    while (offset < rest.length) offset += writeSync(fd, rest, offset);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") {
      setTimeout(() => writeRest(fd, rest.subarray(offset), done), RETRY_MS);
    } else {
      done(error as Error);
    }
    return;
  }
  done();
}
