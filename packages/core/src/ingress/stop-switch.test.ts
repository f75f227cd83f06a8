import { expect, test } from "vitest";
import { createStopSwitch } from "./activity.ts";

test("createStopSwitch() tells whoever listens, each time, and nobody who has left", () => {
  const { onStop, stop } = createStopSwitch();
  const heard: string[] = [];
  onStop(() => heard.push("a"));
  const leave = onStop(() => heard.push("b"));
  stop();
  leave();
  stop();
  expect(heard).toEqual(["a", "b", "a"]);
});

test("createStopSwitch() does not tell those who begin to listen during a stop", () => {
  const { onStop, stop } = createStopSwitch();
  let late = 0;
  onStop(() => {
    onStop(() => {
      late += 1;
    });
  });
  stop();
  expect(late).toBe(0);
});
