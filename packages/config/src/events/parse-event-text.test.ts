// Texts of event files → events, or located problems.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { formatProblems } from "../report/format-problems.ts";
import { loadEventFile } from "./load-event-file.ts";
import { parseEventText } from "./parse-event-text.ts";

const PUSH = { path: "github", headers: { "x-github-event": "push" }, payload: { ref: "main" } };

async function eventsOf(text: string, filename: string) {
  const result = await parseEventText(text, { filename });
  if (!result.ok) throw new Error(formatProblems(result.problems, result));
  return result;
}

async function problemsOf(text: string, filename: string) {
  const result = await parseEventText(text, { filename });
  if (result.ok) throw new Error("no problem");
  return result.problems.map(({ code, path, position, hint, message }) => ({
    code,
    path: path.join("."),
    at: position && `${position.line}:${position.column}`,
    message,
    hint,
  }));
}

describe("parseEventText()", () => {
  test.each([
    ["push.event.json", JSON.stringify(PUSH)],
    ["push.event.json", `\uFEFF// With a comment.\n${JSON.stringify(PUSH)}`],
    [
      "push.event.json5",
      '{ path: "github", headers: { "x-github-event": "push" }, payload: { ref: "main", }, }',
    ],
    ["a/push.event.jsonc", JSON.stringify(PUSH)],
    ["push.event.yaml", "path: github\nheaders:\n  x-github-event: push\npayload:\n  ref: main\n"],
    [
      "push.EVENT.yml",
      "{ path: github, headers: { x-github-event: push }, payload: { ref: main } }",
    ],
  ])("parseEventText() reads an event in the format of the name %s", async (filename, text) => {
    expect(await eventsOf(text, filename)).toEqual({
      ok: true,
      kind: "event",
      events: [{ ...PUSH, query: {} }],
      problems: [],
      files: [],
      filename,
      source: text.replace("\uFEFF", ""),
    });
  });

  test("parseEventText() reads every key of an event, and a time in ISO 8601 or in milliseconds", async () => {
    const recorded = { by: "hookwright 0.2.0", redacted: [{ path: "payload.a", rule: "R5" }] };
    const event = {
      path: "/github/",
      headers: { a: ["1", "2"] },
      query: { team: "core" },
      payload: [1],
      receivedAt: "2026-01-02T03:04:05Z",
      recorded,
    };
    const { events } = await eventsOf(JSON.stringify(event), "a.event.json");
    expect(events).toEqual([{ ...event, receivedAt: 1_767_323_045_000 }]);
    const inMs = { path: "a", receivedAt: 1_767_323_045_000, recorded: {} };
    expect((await eventsOf(JSON.stringify(inMs), "a.event.json")).events).toEqual([
      { ...inMs, headers: {}, query: {}, payload: {} },
    ]);
  });

  test("parseEventText() reads one event a line of an .ndjson file, and leaves out blank lines", async () => {
    const text = `{"path":"a"}\r\n\n{"path":"b","payload":{"id":820982911946154508}}\n`;
    expect(await eventsOf(text, "all.ndjson")).toMatchObject({
      kind: "lines",
      events: [
        { path: "a", line: 1 },
        {
          path: "b",
          line: 3,
          payload: { id: "820982911946154508" },
          integersAsText: ["820982911946154508"],
        },
      ],
    });
  });

  test("parseEventText() reads any other .json file as a bare payload", async () => {
    const bare = await eventsOf('{"path": "is a field", "size": 1}', "push.json");
    expect(bare).toMatchObject({ kind: "payload" });
    expect(bare.events).toEqual([
      { headers: {}, query: {}, payload: { path: "is a field", size: 1 } },
    ]);
    expect((await eventsOf(" \n", "empty.json")).events).toMatchObject([{ payload: {} }]);
    const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    expect(await eventsOf(deep, "deep.json")).toMatchObject({ ok: true });
  });

  test("parseEventText() reports a name that does not say what is in the file", async () => {
    expect(await problemsOf("{}", "push.txt")).toMatchObject([
      { code: "event_unreadable", hint: expect.stringContaining("push.event.yaml") },
    ]);
  });

  test.each([
    ["body", "payload"],
    ["paylod", "payload"],
    ["hook", "path"],
    ["url", "query"],
    ["timestamp", "receivedAt"],
    ["method", "Remove it"],
    ["toString", "Known: path, headers, query"],
  ])("parseEventText() reports the unknown key %s with what to write", async (key, word) => {
    const text = `{\n  "path": "a",\n  "${key}": 1\n}`;
    expect(await problemsOf(text, "a.event.json")).toEqual([
      {
        code: "unknown_key",
        path: key,
        at: "3:3",
        message: `"${key}" is not a known key.`,
        hint: expect.stringContaining(word),
      },
    ]);
  });

  test.each([
    ["[]", "wrong_type", "", "1:1"],
    ["null", "wrong_type", "", "1:1"],
    ["1", "wrong_type", "", "1:1"],
    ["{}", "missing_key", "path", "1:1"],
    ['{"path": " "}', "invalid_value", "path", "1:10"],
    ['{"path": "a", "headers": []}', "wrong_type", "headers", "1:26"],
    ['{"path": "a", "headers": "b"}', "wrong_type", "headers", "1:26"],
    ['{"path": "a", "headers": {"b": 1}}', "wrong_type", "headers.b", "1:32"],
    ['{"path": "a", "headers": {"b": ["c", 1]}}', "wrong_type", "headers.b.1", "1:38"],
    ['{"path": "a", "query": {"b": ["c"]}}', "wrong_type", "query.b", "1:30"],
    ['{"path": "a", "query": {"b": null}}', "wrong_type", "query.b", "1:30"],
    ['{"path": "a", "query": {"b": {}}}', "wrong_type", "query.b", "1:30"],
    ['{"path": "a", "receivedAt": "yesterday"}', "invalid_value", "receivedAt", "1:29"],
    ['{"path": "a", "receivedAt": "2026-13-02T03:04:05Z"}', "invalid_value", "receivedAt", "1:29"],
    ['{"path": "a", "receivedAt": 1e17}', "invalid_value", "receivedAt", "1:29"],
    ['{"path": "a", "recorded": "me"}', "wrong_type", "recorded", "1:27"],
    ['{"path": "a", "recorded": {"by": 1}}', "wrong_type", "recorded.by", "1:34"],
    ['{"path": "a", "recorded": {"redacted": 1}}', "wrong_type", "recorded.redacted", "1:40"],
    [
      '{"path": "a", "recorded": {"redacted": [{"rule": "R"}]}}',
      "missing_key",
      "recorded.redacted.0.path",
      "1:41",
    ],
    [
      '{"path": "a", "recorded": {"redacted": [{"path": "a", "rule": 1}]}}',
      "wrong_type",
      "recorded.redacted.0.rule",
      "1:63",
    ],
    ['{"path": "a", "recorded": {"at": 1}}', "unknown_key", "recorded.at", "1:28"],
  ])("parseEventText() refuses %s", async (text, code, path, at) => {
    expect(await problemsOf(text, "a.event.json")).toMatchObject([{ code, path, at }]);
  });

  test("parseEventText() accepts a redaction without a rule", async () => {
    const text = '{"path": "a", "recorded": {"redacted": [{"path": "payload.b"}]}}';
    expect(await eventsOf(text, "a.event.json")).toMatchObject({ ok: true });
  });

  test("parseEventText() says where the syntax of a file is wrong, and does not call it a config", async () => {
    const wrong = await problemsOf('{\n  "path": @ }', "a.event.json");
    expect(wrong).toMatchObject([{ code: "event_syntax", at: "2:11" }]);
    expect(wrong[0]?.message).toMatch(/^The event is not valid JSON5/);
    expect(await problemsOf("path: [", "a.event.yaml")).toMatchObject([{ code: "event_syntax" }]);
    const twice = "hooks: { a: 1, a: 2 }";
    expect(await problemsOf(twice, "a.event.yaml")).toMatchObject([{ code: "key_repeated" }]);
  });

  test("parseEventText() reports all wrong lines of an .ndjson file", async () => {
    const deep = `{"pth":${"[".repeat(600)}${"]".repeat(600)}}`;
    const text = `{"path":"a"}\n{oops\n{"path":"b", "x": 1}\n[]\n${deep}`;
    expect(await problemsOf(text, "all.ndjson")).toMatchObject([
      { code: "event_syntax", at: "2:1" },
      { code: "unknown_key", at: "3:14" },
      { code: "wrong_type", at: "4:1" },
      { code: "unknown_key", at: "5:1" },
      { code: "missing_key", at: "5:1" },
    ]);
  });

  test.each([
    ["a.event.json", '{"path": "a", "payload": {"id": 820982911946154508, "n": 9007199254740993}}'],
    ["a.event.json5", "{path: 'a', payload: {id: +820982911946154508,\nn: 9007199254740993}}"],
    ["a.event.yaml", "path: a\npayload:\n  id: 820982911946154508\n  n: 9007199254740993\n"],
  ])("parseEventText() keeps the digits of integers beyond 2^53 in %s", async (filename, text) => {
    const { events } = await eventsOf(text, filename);
    expect(events[0]).toMatchObject({
      payload: { id: "820982911946154508", n: "9007199254740993" },
      integersAsText: ["820982911946154508", "9007199254740993"],
    });
  });

  test("parseEventText() leaves other numbers alone", async () => {
    const text =
      "{path: 'a', payload: [9007199254740992, 1e300, 0x20000000000002, 1, 1.5, null, -1]}";
    const { events } = await eventsOf(text, "a.event.json5");
    expect(events[0]?.payload).toEqual([2 ** 53, 1e300, 2 ** 53 + 2, 1, 1.5, null, -1]);
    expect(events[0]).not.toHaveProperty("integersAsText");
    const negative = await eventsOf("{path: 'a', payload: -9007199254740993}", "a.event.json5");
    expect(negative.events[0]?.payload).toBe("-9007199254740993");
  });
});

test("loadEventFile() reads a file in the format of its name", async () => {
  const path = join(createTempDir({ "a.event.yaml": "path: ci" }), "a.event.yaml");
  expect(await loadEventFile(path)).toMatchObject({
    ok: true,
    kind: "event",
    events: [{ path: "ci", payload: {} }],
    filename: path,
    files: [path],
  });
});

test("loadEventFile() reports a file that cannot be read", async () => {
  const path = join(createTempDir({}), "gone.event.json");
  expect(await loadEventFile(path)).toEqual({
    ok: false,
    problems: [
      {
        code: "event_unreadable",
        severity: "error",
        path: [],
        message: "The event file cannot be read: there is no such file.",
      },
    ],
    filename: path,
    files: [path],
  });
});
