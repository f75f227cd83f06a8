import { expect, test } from "vitest";
import type { BodyReader } from "./body-source.ts";
import { createReaderSource } from "./body-source.ts";

/** Records what a source hands over, by hand: each read is answered when the test says so. */
function open() {
  const events: string[] = [];
  const reads: {
    resolve: (read: Awaited<ReturnType<BodyReader["read"]>>) => void;
    reject: () => void;
  }[] = [];
  const source = createReaderSource({
    read: () =>
      new Promise((resolve, reject) => {
        reads.push({ resolve, reject: () => reject(new Error("reset")) });
      }),
  });
  const listen = (name: string) =>
    source.start({
      onChunk: ({ length }) => events.push(`${name} chunk ${length}`),
      onEnd: () => events.push(`${name} end`),
      onGone: () => events.push(`${name} gone`),
    });
  const answer = async (act: (read: (typeof reads)[number]) => void) => {
    act(reads.shift() as (typeof reads)[number]);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const chunk = (length: number) =>
    answer(({ resolve }) => resolve({ done: false, value: new Uint8Array(length) }));
  return { source, events, reads, listen, answer, chunk };
}

test("createReaderSource() hands over chunks, and reads no further when it is stopped", async () => {
  const { source, events, reads, listen, chunk } = open();
  listen("a");
  await chunk(3);
  source.stop();
  await chunk(4);
  expect(events).toEqual(["a chunk 3"]);
  expect(reads).toEqual([]);
});

test("createReaderSource() gives a read that is under way to the next listener", async () => {
  const { source, events, reads, listen, answer } = open();
  listen("a");
  source.stop();
  listen("b");
  expect(reads).toHaveLength(1);
  await answer(({ reject }) => reject());
  expect(events).toEqual(["b gone"]);
});

test("createReaderSource() tells nobody of an end or a failure after it was stopped", async () => {
  for (const end of ["resolve", "reject"] as const) {
    const { source, events, listen, answer } = open();
    listen("a");
    source.stop();
    await answer((read) => (end === "reject" ? read.reject() : read.resolve({ done: true })));
    expect(events).toEqual([]);
  }
});

test("createReaderSource() lets timers fire though chunks are always there", async () => {
  let count = 0;
  const source = createReaderSource({
    read: async () => ({ done: false, value: new Uint8Array(1) }),
  });
  await new Promise<void>((resolve) => {
    source.start({ onChunk: () => (count += 1), onEnd: resolve, onGone: resolve });
    setTimeout(resolve, 1);
  });
  source.stop();
  expect(count).toBeGreaterThan(64);
});
