// A pipe of the system, with and without a reader.
import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { skipTitle } from "../../../../tools/test-support/skip-title.mjs";
import { createTempDir, createTempFile } from "../../../../tools/test-support/temp-dir.ts";
import { openNonBlocking } from "./open-non-blocking.ts";

/** A pipe in blocking mode, as a shell creates it. */
function createPipe() {
  const path = join(createTempDir(), "pipe");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  onTestFinished(() => closeSync(writer));
  const output = openNonBlocking(writer);
  onTestFinished(() => output?.close());
  return { reader, output };
}

function readAll(fd: number): number {
  const buffer = Buffer.alloc(1024 * 1024);
  let bytes = 0;
  try {
    while (true) bytes += readSync(fd, buffer);
  } catch {
    return bytes;
  }
}

const noLinux = process.platform === "linux" ? undefined : "this is not Linux";
const onLinux = test.skipIf(noLinux !== undefined);

onLinux(
  skipTitle("openNonBlocking() never waits for the reader of a pipe, and loses nothing", noLinux),
  async () => {
    const { reader, output } = createPipe();
    onTestFinished(() => closeSync(reader));
    let isDone = false;
    output?.write("x".repeat(300_000), () => {
      isDone = true;
    });
    expect(output?.isTTY).toBe(false);
    expect(isDone).toBe(false);
    let bytes = 0;
    await expect
      .poll(() => {
        bytes += readAll(reader);
        return isDone;
      })
      .toBe(true);
    expect(bytes + readAll(reader)).toBe(300_000);
  },
);

onLinux(skipTitle("openNonBlocking() tells that the reader of a pipe has gone", noLinux), () => {
  const { reader, output } = createPipe();
  output?.write("x");
  closeSync(reader);
  let failure: unknown;
  output?.write("x", (error) => {
    failure = error;
  });
  expect(failure).toMatchObject({ code: "EPIPE" });
});

test("openNonBlocking() returns undefined for files and closed descriptors", () => {
  const fd = openSync(createTempFile("log", ""), "w");
  onTestFinished(() => closeSync(fd));
  expect(openNonBlocking(fd)).toBeUndefined();
  expect(openNonBlocking(1_000_000)).toBeUndefined();
});
