// Slow and stalled outputs → which lines are written, and what is reported of the others.
import { expect, test } from "vitest";
import type { Output } from "../io.ts";
import { createBoundedWriter } from "./bounded-writer.ts";

function startWriter(maxWaitingBytes: number) {
  const pieces: string[] = [];
  const waiting: (() => void)[] = [];
  const output: Output = {
    write: (text, done) => {
      pieces.push(text);
      waiting.push(() => done?.());
      return true;
    },
  };
  const writer = createBoundedWriter(output, {
    maxWaitingBytes,
    describeDropped: (lines) => `dropped ${lines}`,
  });
  return { ...writer, pieces, takeOne: () => waiting.shift()?.() };
}

test("createBoundedWriter() writes one piece at a time, and joins lines that came meanwhile", () => {
  const { write, pieces, takeOne } = startWriter(100);
  expect(["a", "b", "c"].map(write)).toEqual([true, true, true]);
  expect(pieces).toEqual(["a\n"]);
  takeOne();
  expect(pieces).toEqual(["a\n", "b\nc\n"]);
  takeOne();
  write("d");
  expect(pieces).toEqual(["a\n", "b\nc\n", "d\n"]);
});

test("createBoundedWriter() keeps no more bytes than its limit, and counts the lines beyond it", () => {
  const { write, pieces, takeOne } = startWriter(8);
  expect(["a", "é", "123", "45"].map(write)).toEqual([true, true, false, true]);
  takeOne();
  expect(pieces).toEqual(["a\n", "é\ndropped 1\n45\n"]);
});

test("createBoundedWriter() reports dropped lines as soon as the output takes lines again", () => {
  const { write, pieces, takeOne } = startWriter(3);
  expect(["a", "b", "c"].map(write)).toEqual([true, false, false]);
  takeOne();
  expect(pieces).toEqual(["a\n", "dropped 2\n"]);
  takeOne();
  expect(pieces).toHaveLength(2);
});

test("createBoundedWriter() keeps a single line that is longer than its limit", () => {
  const { write, pieces } = startWriter(3);
  expect(write("a long report")).toBe(true);
  expect(pieces).toEqual(["a long report\n"]);
});

test("createBoundedWriter() continues after the output throws", () => {
  let calls = 0;
  const { write } = createBoundedWriter(
    {
      write: () => {
        calls += 1;
        throw new Error("ENOSPC");
      },
    },
    { maxWaitingBytes: 3, describeDropped: () => "" },
  );
  expect(["a", "b", "c"].map(write)).toEqual([true, true, true]);
  expect(calls).toBe(3);
});
