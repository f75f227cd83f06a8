import { expect, test } from "vitest";
import { createTestClock } from "../../test/support/test-clock.ts";
import { createLaggingCursor } from "./lagging-cursor.ts";

test("createLaggingCursor() gives a cursor when it is a minute old", () => {
  const time = createTestClock();
  const { advance, reset } = createLaggingCursor(time);
  expect(advance("1")).toBeUndefined();
  time.advance(59_999);
  expect(advance("2")).toBeUndefined();
  time.advance(1);
  expect(advance("3")).toBe("1");
  reset();
  time.advance(60_000);
  expect(advance("4")).toBeUndefined();
});
