// Output of modules and numbers of dropped lines → lines for people and for programs.
import { expect, test } from "vitest";
import { createCollector } from "../../test/support/collector.ts";
import type { Output } from "../io.ts";
import { createServerLog } from "./server-log.ts";

const output = { module: "a.js", pid: 7, text: "hello" };

test.each([
  [false, "[a.js] hello\n"],
  [true, '{"type":"output","module":"a.js","pid":7,"text":"hello"}\n'],
])("createServerLog() names the module that printed a line, as JSON: %s", (json, line) => {
  const log = createCollector();
  createServerLog({ log, env: {} }, json).output(output);
  expect(log.text()).toBe(line);
});

test.each([
  [false, 1, "1 log line was dropped, as nobody read the log.\n"],
  [false, 2, "2 log lines were dropped, as nobody read the log.\n"],
  [true, 2, '{"type":"dropped","lines":2}\n'],
])(
  "createServerLog() reports the number of dropped lines, as JSON: %s, lines: %i",
  (json, lines, expected) => {
    const pieces: string[] = [];
    let takeNext: () => void = () => undefined;
    const log: Output = {
      write: (text, done) => {
        pieces.push(text);
        takeNext = () => done?.();
        return true;
      },
    };
    const { warning } = createServerLog({ log, env: {} }, json);
    warning("x".repeat(1024 * 1024));
    for (let line = 0; line < lines; line++) warning("x");
    takeNext();
    expect(pieces[1]).toBe(expected);
  },
);
