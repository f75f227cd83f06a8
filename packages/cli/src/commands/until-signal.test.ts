import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { untilSignal } from "./until-signal.ts";

test.each(["SIGINT", "SIGTERM"])("untilSignal() resolves at %s", async (name) => {
  const signals = new EventEmitter();
  const ended = untilSignal(signals);
  expect(await Promise.race([ended.then(() => "ended"), sleep(20, "waiting")])).toBe("waiting");
  signals.emit(name);
  await ended;
});

test("untilSignal() counts signals in quick succession as one, then leaves them to Node", async () => {
  const signals = new EventEmitter();
  const ended = untilSignal(signals);
  signals.emit("SIGINT");
  signals.emit("SIGINT");
  await ended;
  expect(signals.listenerCount("SIGINT")).toBe(1);
  await expect.poll(() => signals.listenerCount("SIGINT")).toBe(0);
  expect(signals.listenerCount("SIGTERM")).toBe(0);
});
