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
  [false, "warning you@gmail.com: A mail is posted later.\n"],
  [
    true,
    '{"type":"mail","account":"you@gmail.com","level":"warn","event":"post_delayed","message":"A mail is posted later."}\n',
  ],
])("createServerLog() names the account of a line about mail, as JSON: %s", (json, line) => {
  const log = createCollector();
  createServerLog({ log, env: {} }, json).mail({
    account: "you@gmail.com",
    level: "warn",
    event: "post_delayed",
    message: "A mail is posted later.",
  });
  expect(log.text()).toBe(line);
});

/** It would forge a line, and hide what follows. */
const HOSTILE = "x\r\n2026-01-31 200 POST forged\u001b[2J\u009b\u202e\u2028";

test.each([
  [false, {}],
  [false, { FORCE_COLOR: "1" }],
  [true, {}],
])(
  "createServerLog() writes each event as one line without control characters, as JSON: %s, %j",
  (json, env) => {
    const log = createCollector();
    const server = createServerLog({ log, env }, json);
    const record = {
      requestId: HOSTILE,
      receivedAt: 0,
      durationMs: 1,
      method: HOSTILE,
      name: HOSTILE,
      route: HOSTILE,
      status: 401,
      answerBytes: 2,
    };
    server.request({
      ...record,
      code: HOSTILE,
      mappingId: HOSTILE,
      runId: HOSTILE,
      remoteAddress: HOSTILE,
    });
    server.request({ ...record, detail: HOSTILE });
    server.warning(HOSTILE);
    server.output({ module: HOSTILE, pid: 7, text: HOSTILE });
    const hooks = [{ name: HOSTILE, proof: HOSTILE }];
    server.listening({ url: HOSTILE, basePath: HOSTILE, hooks, dispatch: `forward:${HOSTILE}` });
    const lines = log.text().split("\n");
    // A start says what it serves, and where actions go.
    expect(lines).toHaveLength(json ? 6 : 8);
    const shown = lines.join("").replace(/\u001B\[[\d;]+m/g, "");
    expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
    if (json) expect(JSON.parse(lines[2] ?? "")).toEqual({ type: "warning", message: HOSTILE });
  },
);

test("createServerLog() reports a problem on several lines, each of them harmless", () => {
  const log = createCollector();
  const problem = {
    code: "id_duplicate",
    severity: "error",
    path: ["hooks"],
    message: HOSTILE,
  } as const;
  const report = { problems: [problem], filename: "a\u001b.json", source: "{\r\n}", config: {} };
  createServerLog({ log, env: {} }, false).problems(report as never, false);
  expect(log.text()).toMatch(/^error id_duplicate hooks\n {2}x\\u000d\\u000a2026/);
  expect(log.text().replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
});

test.each([
  [false, 1, "1 log line was dropped, because nobody read the log.\n"],
  [false, 2, "2 log lines were dropped, because nobody read the log.\n"],
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
