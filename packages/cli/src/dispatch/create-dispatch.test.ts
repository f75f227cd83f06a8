import { Writable } from "node:stream";
import type { Action } from "@hookwright/core";
import { fenceParts } from "@hookwright/core/fence";
import { expect, onTestFinished, test, vi } from "vitest";
import { createContext } from "../../test/support/context.ts";
import { createTestIo } from "../../test/support/test-io.ts";
import { createDispatch, createPrint, type DispatchOptions } from "./create-dispatch.ts";

const OPTIONS: DispatchOptions = {
  dispatch: "print",
  forwardTokenEnv: "GATEWAY_TOKEN",
  config: "hooks.json5",
  host: "127.0.0.1",
  port: 18790,
};
const io = createTestIo({ env: { GATEWAY_TOKEN: "s3cret", BLANK: "  " } });

test.each([
  ["forward", "--dispatch has an unknown value."],
  ["", "--dispatch has an unknown value."],
  ["forward:", "--dispatch forward: has no valid URL."],
  ["forward:127.0.0.1/hooks", "--dispatch forward: has no valid URL."],
  ["forward:file:///hooks", "--dispatch forward: needs an http: or https: URL."],
  [
    "forward:http://u@host/hooks",
    "The URL of --dispatch forward: has a user, a query or a fragment.",
  ],
  [
    "forward:http://:p@host/hooks",
    "The URL of --dispatch forward: has a user, a query or a fragment.",
  ],
  [
    "forward:http://host/?token=p",
    "The URL of --dispatch forward: has a user, a query or a fragment.",
  ],
  ["forward:http://host/#p", "The URL of --dispatch forward: has a user, a query or a fragment."],
])("createDispatch() refuses %j without repeating it", (dispatch, message) => {
  expect(() => createDispatch({ ...OPTIONS, dispatch }, io)).toThrow(
    expect.objectContaining({ message, exitCode: 2, hint: expect.any(String) }),
  );
});

test("createDispatch() requires the token of the other gateway", () => {
  const dispatch = "forward:https://gateway.example/hooks";
  for (const forwardTokenEnv of ["MISSING", "BLANK"]) {
    expect(() => createDispatch({ ...OPTIONS, dispatch, forwardTokenEnv }, io)).toThrow(
      `The environment variable ${forwardTokenEnv} is not set.`,
    );
  }
  expect(createDispatch({ ...OPTIONS, dispatch }, io)).toBeTypeOf("function");
});

test.each([
  ["127.0.0.1", "http://127.0.0.1:18790/hooks"],
  ["127.0.0.1", "http://localhost:18790/hooks"],
  ["0.0.0.0", "http://127.0.0.1:18790/hooks"],
  ["::", "http://[::1]:18790/hooks"],
  ["192.0.2.1", "http://192.0.2.1:18790/"],
])("createDispatch() on %s refuses to forward to itself at %s", (host, url) => {
  expect(() => createDispatch({ ...OPTIONS, host, dispatch: `forward:${url}` }, io)).toThrow(
    "--dispatch would forward every action to this server itself.",
  );
});

test.each([
  ["127.0.0.1", "http://127.0.0.1:18789/hooks"],
  ["127.0.0.1", "http://192.0.2.1:18790/hooks"],
  ["192.0.2.1", "http://127.0.0.1:18790/hooks"],
])("createDispatch() on %s forwards to %s", (host, url) => {
  const options = { ...OPTIONS, host, dispatch: `forward:${url}` };
  expect(createDispatch(options, io)).toBeTypeOf("function");
});

const ACTION: Action = {
  kind: "wake",
  text: "one\ntwo",
  mode: "now",
  parts: [],
  untrustedText: "",
};

/** A stream that takes a line when the test tells it to. */
function createHeldStream() {
  const lines: string[] = [];
  const held: (() => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      held.push(() => {
        lines.push(chunk);
        done();
      });
    },
  });
  return { stream, lines, takeOne: async () => held.shift()?.() };
}

function runIds(lines: readonly string[]): readonly unknown[] {
  return lines.map((line) => JSON.parse(line).runId);
}

test("createPrint() resolves when the stream has accepted the line", async () => {
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
  await createPrint(slow)(ACTION, createContext({ mappingId: undefined }));
  expect(lines).toEqual([`${JSON.stringify({ runId: "run-1", action: ACTION })}\n`]);
});

test("createPrint() rejects when the reader has closed the stream", async () => {
  const closed = new Writable({ write: (_chunk, _encoding, done) => done(new Error("EPIPE")) });
  closed.on("error", () => undefined);
  await expect(createPrint(closed)(ACTION, createContext())).rejects.toThrow("EPIPE");
});

test("createPrint() prints lines in order, each after the previous one was taken", async () => {
  const { stream, lines, takeOne } = createHeldStream();
  const print = createPrint(stream);
  const printing = ["a", "b", "c"].map((runId) => print(ACTION, createContext({ runId })));
  for (let taken = 0; taken < 3; taken++) {
    await takeOne();
    await printing[taken];
  }
  expect(runIds(lines)).toEqual(["a", "b", "c"]);
});

test("createPrint() refuses a line that exceeds its queue, but accepts any line if nothing waits", async () => {
  const { stream, lines, takeOne } = createHeldStream();
  const print = createPrint(stream, undefined, { maxWaitingChars: 10, stallMs: 60_000 });
  const first = print(ACTION, createContext({ runId: "first" }));
  await expect(print(ACTION, createContext())).rejects.toThrow(
    "Too many lines wait for standard output.",
  );
  await takeOne();
  await first;
  expect(runIds(lines)).toEqual(["first"]);
});

test("createPrint() never prints a line whose signal aborts while it waits", async () => {
  const { stream, lines, takeOne } = createHeldStream();
  const print = createPrint(stream);
  const stop = new AbortController();
  const first = print(ACTION, createContext({ runId: "first" }));
  const second = print(ACTION, createContext({ runId: "second", signal: stop.signal }));
  const third = print(ACTION, createContext({ runId: "third" }));
  stop.abort(new Error("the sender has gone"));
  await expect(second).rejects.toThrow("the sender has gone");
  await takeOne();
  await first;
  await takeOne();
  await third;
  expect(runIds(lines)).toEqual(["first", "third"]);
});

test("createPrint() refuses all lines while the stream is stalled, and prints again after that", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { stream, lines, takeOne } = createHeldStream();
  const print = createPrint(stream);
  const first = print(ACTION, createContext({ runId: "first" }));
  const second = Promise.resolve(print(ACTION, createContext({ runId: "second" })));
  const refused = expect(second).rejects.toThrow("Nobody reads standard output.");
  vi.advanceTimersByTime(5_000);
  await refused;
  await expect(print(ACTION, createContext())).rejects.toThrow("Nobody reads standard output.");
  await takeOne();
  await first;
  const last = print(ACTION, createContext({ runId: "last" }));
  await takeOne();
  await last;
  expect(runIds(lines)).toEqual(["first", "last"]);
});

test("createDispatch() prints a box for each action on a terminal, and JSON for programs", async () => {
  const print = async (isTTY: boolean, json: boolean) => {
    const io = createTestIo({ isTTY, env: { NO_COLOR: "1" } });
    const options = {
      dispatch: "print",
      forwardTokenEnv: "X",
      config: "a",
      host: "a",
      port: 1,
      json,
    };
    const dispatch = createDispatch(options, io);
    const untrusted = { kind: "untrusted", text: "a", source: "a" } as const;
    const text = fenceParts([untrusted], { randomId: () => "1" });
    for (const mappingId of ["one", "two"]) {
      const action = { ...ACTION, text, parts: [untrusted], untrustedText: "a" };
      await dispatch?.(action, createContext({ mappingId }));
    }
    return io.stdout.text();
  };
  const boxes = await print(true, false);
  expect(boxes).toMatch(/╭─ wake action, mapping "one"\n[\s\S]*╭─ wake action, mapping "two"\n/);
  expect(boxes.match(/SECURITY NOTICE/g)).toHaveLength(1);
  for (const text of [await print(true, true), await print(false, false)]) {
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).mappingId),
    ).toEqual(["one", "two"]);
  }
});
