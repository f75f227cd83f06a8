import { expect, test } from "vitest";
import { createLateReport, type LateDispatch } from "./late-dispatch.ts";

const LATE: LateDispatch = {
  receivedAt: 0,
  durationMs: 42_000,
  name: "ci",
  runId: "run-1",
  ok: true,
};

function collect(): { readonly lines: string[]; readonly warn: (line: string) => void } {
  const lines: string[] = [];
  return { lines, warn: (line) => void lines.push(line) };
}

test("createLateReport() warns of a late success where nobody listens, and of no failure", () => {
  const { lines, warn } = collect();
  const report = createLateReport(undefined, warn);
  report(LATE);
  report({ ...LATE, ok: false });
  expect(lines).toEqual([
    'The dispatch of run run-1 for the hook "ci" succeeded after 42000 ms, when its sender had been told 503.',
  ]);
});

test("createLateReport() tells the listener both, and warns of nothing", () => {
  const { lines, warn } = collect();
  const heard: LateDispatch[] = [];
  const report = createLateReport((late) => void heard.push(late), warn);
  report(LATE);
  report({ ...LATE, ok: false });
  expect(heard.map(({ ok }) => ok)).toEqual([true, false]);
  expect(lines).toEqual([]);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("disk full");
    },
  ],
  ["rejects", async () => Promise.reject(new Error("disk full"))],
])("createLateReport() survives a listener that %s, and warns", async (_how, listener) => {
  const { lines, warn } = collect();
  createLateReport(listener, warn)(LATE);
  await new Promise((resolve) => setImmediate(resolve));
  expect(lines).toEqual(["The listener for late dispatches failed; an outcome is lost."]);
});
