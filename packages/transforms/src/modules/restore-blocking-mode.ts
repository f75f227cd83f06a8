// A stream of the process whose descriptor another process has inherited → the mode that Node gave it.
//
// Node makes an inherited descriptor blocking for everyone who shares it. A server would then stand
// still with the reader of its log.

/** The handle has no public way to it. A file, and a stream of a worker thread, has no handle. */
interface StandardStream {
  readonly isTTY?: boolean;
  readonly _handle?: { readonly setBlocking?: (isBlocking: boolean) => unknown };
}

/** Pipes and sockets block on Windows only, terminals everywhere. */
export function restoreBlockingMode(stream: object): void {
  const { isTTY, _handle: handle } = stream as StandardStream;
  if (isTTY !== true) handle?.setBlocking?.(process.platform === "win32");
}
