import { expect, test } from "vitest";
import { DispatchCall } from "./dispatch-call.ts";

const FACTS = { mappingId: "ci", index: 3 };

test("DispatchCall holds what dispatch is told", () => {
  const { runId, mappingId, index } = new DispatchCall(FACTS, () => "run-1");
  expect({ runId, mappingId, index }).toEqual({ runId: "run-1", ...FACTS });
  expect(new DispatchCall({}, () => "run-2")).toMatchObject({
    mappingId: undefined,
    index: undefined,
  });
});

test("DispatchCall makes one id, when something asks for it", () => {
  let made = 0;
  const call = new DispatchCall(FACTS, () => `run-${++made}`);
  expect(made).toBe(0);
  expect([call.runId, call.runId, made]).toEqual(["run-1", "run-1", 1]);
});

test("DispatchCall gives one signal, a real one, that fetch takes", () => {
  const call = new DispatchCall(FACTS, () => "run-1");
  const { signal } = call;
  expect(call.signal).toBe(signal);
  expect(signal).toBeInstanceOf(AbortSignal);
  let heard = 0;
  signal.addEventListener("abort", () => {
    heard += 1;
  });
  DispatchCall.abort(call, "dispatch_timeout");
  expect([signal.aborted, heard]).toEqual([true, 1]);
});

test("DispatchCall gives an aborted signal where the abort came first, with the first code", () => {
  const call = new DispatchCall(FACTS, () => "run-1");
  expect(DispatchCall.abortCodeOf(call)).toBe(undefined);
  DispatchCall.abort(call, "client_closed");
  DispatchCall.abort(call, "dispatch_timeout");
  expect(DispatchCall.abortCodeOf(call)).toBe("client_closed");
  expect(() => call.signal.throwIfAborted()).toThrow("The dispatch was aborted: client_closed.");
});
