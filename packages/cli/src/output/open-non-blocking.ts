// The descriptor of a standard stream → a non-blocking output for the same pipe or terminal.
//
// Node writes to a terminal in blocking mode, so Ctrl-S would stop the server. It writes to a pipe in
// non-blocking mode, but any process that inherits the pipe can make it blocking. A pipe or terminal that
// is opened again has a mode of its own. Files never stall, and a socket cannot be opened again, so both
// keep Node's stream.
import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { system } from "@hookwright/node-kit/system";
import type { Output } from "../io.ts";

/** A log needs far less than a reader takes within this time. */
const RETRY_MS = 20;

/** Undefined for files and sockets, and on systems other than Linux, which cannot open a stream again. */
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
  const path = system.procPath("self", `fd/${fd}`);
  if (path === undefined) return undefined;
  try {
    if (!isatty(fd) && !fstatSync(fd).isFIFO()) return undefined;
    return openSync(path, O_WRONLY | O_NONBLOCK | O_NOCTTY);
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
