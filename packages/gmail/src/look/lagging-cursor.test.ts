import { expect, test } from "vitest";
import { createTestClock } from "../../test/support/test-clock.ts";
import { createLaggingCursor } from "./lagging-cursor.ts";

test("createLaggingCursor() gives a cursor when it is a minute old", () => {
  const clock = createTestClock();
  const { advance, reset } = createLaggingCursor(clock);
  expect(advance("1")).toBeUndefined();
  clock.advance(59_999);
  expect(advance("2")).toBeUndefined();
  clock.advance(1);
  expect(advance("3")).toBe("1");
  reset();
  clock.advance(60_000);
  expect(advance("4")).toBeUndefined();
});
