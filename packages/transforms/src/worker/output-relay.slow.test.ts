// Pieces of text → lines, within limits of lines, characters and time.
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createOutputRelay,
  MAX_READ_CHARS,
  MAX_RELAYED_CHARS,
  MAX_RELAYED_LINES,
  MAX_UNFINISHED_CHARS,
  type ModuleOutput,
} from "./output-relay.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function startRelay() {
  const outputs: ModuleOutput[] = [];
  let isFull = false;
  const relay = createOutputRelay({
    module: "a.js",
    write: (output) => {
      if (isFull) return false;
      outputs.push(output);
      return undefined;
    },
  });
  return {
    relay,
    outputs,
    texts: () => outputs.map(({ text }) => text),
    setFull: (full: boolean) => {
      isFull = full;
    },
  };
}

/** Resolves when the stream has taken the text; one that is paused takes little. */
function print(stream: PassThrough, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(text, () => setImmediate(resolve)));
}

test("createOutputRelay() relays whole lines with their module, also a last line without a line end", async () => {
  const { relay, outputs } = startRelay();
  const stream = new PassThrough();
  relay.read(stream, 7);
  await print(stream, "one\ntw");
  await print(stream, "o\n\nla");
  stream.end("st");
  await new Promise((resolve) => stream.once("close", resolve));
  expect(outputs).toEqual(
    ["one", "two", "", "last"].map((text) => ({ module: "a.js", pid: 7, text })),
  );
});

test("createOutputRelay() cuts a text without line ends into several lines", async () => {
  const { relay, texts } = startRelay();
  const stream = new PassThrough();
  relay.read(stream, 7);
  await print(stream, "x".repeat(MAX_UNFINISHED_CHARS));
  expect(texts()).toEqual([]);
  await print(stream, "x");
  expect(texts()).toEqual(["x".repeat(MAX_UNFINISHED_CHARS + 1)]);
});

test("createOutputRelay() drops lines beyond its limit of lines, and reports their number", async () => {
  const { relay, texts } = startRelay();
  const stream = new PassThrough();
  relay.read(stream, 7);
  await print(stream, "x\n".repeat(MAX_RELAYED_LINES + 3));
  expect(texts()).toHaveLength(MAX_RELAYED_LINES);
  vi.advanceTimersByTime(1_000);
  expect(texts().at(-1)).toMatch(/^Dropped 3 lines that this module printed/);
  await print(stream, "next\n");
  expect(texts().at(-1)).toBe("next");
});

test("createOutputRelay() drops a line that exceeds its limit of characters", async () => {
  const { relay, outputs } = startRelay();
  const stream = new PassThrough();
  relay.read(stream, 7);
  await print(stream, `${"x".repeat(MAX_RELAYED_CHARS)}\ny\n`);
  vi.advanceTimersByTime(1_000);
  expect(outputs.at(-1)).toMatchObject({
    module: "a.js",
    pid: 7,
    text: expect.stringMatching(/^Dropped 1 line that this module printed/),
  });
});

test("createOutputRelay() reports dropped lines when the last worker has ended", async () => {
  const { relay, texts } = startRelay();
  const streams = [new PassThrough(), new PassThrough()];
  for (const stream of streams) relay.read(stream, 7);
  await print(streams[0] as PassThrough, "x\n".repeat(MAX_RELAYED_LINES + 1));
  for (const stream of streams) {
    expect(texts()).toHaveLength(MAX_RELAYED_LINES);
    stream.end();
    await new Promise((resolve) => stream.once("close", resolve));
  }
  expect(texts().at(-1)).toMatch(/^Dropped 1 line /);
});

test("createOutputRelay() counts the lines that a full log refuses, until it takes lines again", async () => {
  const { relay, texts, setFull } = startRelay();
  const stream = new PassThrough();
  relay.read(stream, 7);
  setFull(true);
  await print(stream, "one\ntwo\n");
  vi.advanceTimersByTime(1_000);
  await print(stream, "three\n");
  setFull(false);
  vi.advanceTimersByTime(1_000);
  expect(texts()).toEqual([expect.stringMatching(/^Dropped 3 lines /)]);
  vi.advanceTimersByTime(10_000);
  expect(texts()).toHaveLength(1);
});

test("createOutputRelay() treats a log that throws as full", async () => {
  const relay = createOutputRelay({
    module: "a.js",
    write: () => {
      throw new Error("no log today");
    },
  });
  const stream = new PassThrough();
  relay.read(stream, 7);
  await print(stream, "one\n");
  vi.advanceTimersByTime(1_000);
  expect(vi.getTimerCount()).toBe(1);
});

test("createOutputRelay() reads all output, at most its limit in each window", async () => {
  const { relay } = startRelay();
  const streams = [new PassThrough(), new PassThrough()] as const;
  for (const stream of streams) relay.read(stream, 7);
  await print(streams[0], "x".repeat(MAX_READ_CHARS));
  expect(streams.map((stream) => stream.isPaused())).toEqual([false, false]);
  await print(streams[0], "x");
  expect(streams.map((stream) => stream.isPaused())).toEqual([true, true]);
  vi.advanceTimersByTime(1_000);
  expect(streams.map((stream) => stream.isPaused())).toEqual([false, false]);
});

test("createOutputRelay() survives a pipe that breaks", async () => {
  const { relay, texts } = startRelay();
  const stream = new PassThrough();
  relay.read(stream, 7);
  await print(stream, "half a li");
  stream.destroy(new Error("broken"));
  await new Promise((resolve) => stream.once("close", resolve));
  expect(texts()).toEqual(["half a li"]);
});
