import { expect, test } from "vitest";
import { createTestIo } from "../../test/support/test-io.ts";
import { createProgress } from "./progress.ts";

/** Work of 100 steps that takes so long in all → what was written. */
function work(milliseconds: number, io: ReturnType<typeof createTestIo>): string {
  let at = 0;
  const progress = createProgress("mutants", { ...io, now: () => at });
  for (let done = 1; done <= 100; done++) {
    at = (milliseconds * done) / 100;
    progress.step(done, 100);
  }
  progress.end();
  expect(io.stdout.text()).toBe("");
  return io.stderr.text();
}

test("createProgress() prints nothing for work that takes less than two seconds", () => {
  for (const isTTY of [true, false]) expect(work(1_990, createTestIo({ isTTY }))).toBe("");
});

test("createProgress() writes a line at intervals if there is no terminal", () => {
  expect(work(13_000, createTestIo())).toBe(
    "16 of 100 mutants\n55 of 100 mutants\n94 of 100 mutants\n",
  );
  const dumb = createTestIo({ isTTY: true, env: { TERM: "dumb" } });
  expect(work(4_000, dumb)).toBe("50 of 100 mutants\n");
});

test.each([
  [0, 79],
  [undefined, 79],
  [40, 39],
  [12, 11],
])("createProgress() draws a bar on a terminal of %s columns, and erases it", (columns, most) => {
  const io = createTestIo({ isTTY: true, env: { NO_COLOR: "1" } });
  Object.assign(io.stderr, { columns });
  const written = work(4_000, io);
  expect(written.endsWith("\r\u001B[K")).toBe(true);
  expect(written).not.toContain("\n");
  const bars = written.split("\r\u001B[K").filter((bar) => bar !== "");
  expect(bars.length).toBeGreaterThan(10);
  for (const bar of bars) expect(bar.length).toBeLessThanOrEqual(most);
  expect(bars[0]).toContain("50 of 100");
  expect(bars.some((bar) => bar.includes("█"))).toBe(most > 20);
});
