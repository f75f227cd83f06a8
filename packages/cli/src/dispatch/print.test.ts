import { Writable } from "node:stream";
import type { Action } from "@hookwright/core";
import { expect, test } from "vitest";
import { createPrint } from "./print.ts";

const ACTION: Action = { kind: "wake", text: "one\ntwo", mode: "now", parts: [] };

test("createPrint() waits until the stream has taken the line", async () => {
  const lines: string[] = [];
  const slow = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      setTimeout(() => {
        lines.push(chunk);
        done();
      }, 20);
    },
  });
  await createPrint(slow)(ACTION, { runId: "run-1", mappingId: undefined });
  expect(lines).toEqual([`${JSON.stringify({ runId: "run-1", action: ACTION })}\n`]);
});

test("createPrint() rejects when nobody reads the stream any more", async () => {
  const closed = new Writable({ write: (_chunk, _encoding, done) => done(new Error("EPIPE")) });
  closed.on("error", () => undefined);
  const printing = createPrint(closed)(ACTION, { runId: "run-1", mappingId: "ci" });
  await expect(printing).rejects.toThrow("EPIPE");
});
