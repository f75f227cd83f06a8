import { expect, test } from "vitest";
import {
  type AgentReport,
  createReport,
  OUTPUT_FORMATS,
  type OutputFormat,
  splitLines,
} from "./output-formats.ts";

function read(format: OutputFormat, ...records: readonly (object | string)[]): AgentReport {
  const report = createReport();
  for (const record of records) {
    OUTPUT_FORMATS[format](typeof record === "string" ? record : JSON.stringify(record), report);
  }
  return report;
}

test("OUTPUT_FORMATS.claude reads the one object of claude -p", () => {
  const usage = { input_tokens: 5, output_tokens: 2 };
  const record = {
    type: "result",
    is_error: false,
    num_turns: 1,
    result: "ok",
    session_id: "s-1",
    usage,
  };
  expect(read("claude", "a warning", record)).toEqual({
    text: "ok",
    session: "s-1",
    usage: { inputTokens: 5, outputTokens: 2 },
    usedTools: false,
    error: undefined,
  });
  expect(read("claude", { ...record, num_turns: 3 }).usedTools).toBe(true);
  const refused = {
    is_error: true,
    result: "Not logged in · Please run /login",
    session_id: "s-1",
  };
  expect(read("claude", refused)).toMatchObject({
    text: undefined,
    error: { words: expect.arrayContaining(["authentication_error"]) },
  });
  expect(read("claude", { ...refused, api_error_status: 529 }).error).toEqual({
    status: 529,
    words: [],
  });
});

test("OUTPUT_FORMATS.codex takes the last message, and an error item for a warning", () => {
  const item = (type: string, text = "") => ({ type: "item.completed", item: { type, text } });
  const report = read(
    "codex",
    { type: "thread.started", thread_id: "t-1" },
    item("error", "deprecated"),
    item("reasoning"),
    item("agent_message", "Let me look."),
    item("agent_message", "It is red."),
    { type: "turn.completed", usage: { input_tokens: 1, output_tokens: 2 } },
  );
  expect(report).toMatchObject({
    text: "It is red.",
    session: "t-1",
    usedTools: false,
    error: undefined,
  });
  expect(read("codex", item("command_execution")).usedTools).toBe(true);
  const failed = { type: "turn.failed", error: { message: "unexpected status 401 Unauthorized" } };
  expect(read("codex", failed).error).toMatchObject({ status: 401 });
});

test("OUTPUT_FORMATS.opencode takes the text of the last step, and the first error", () => {
  const text = (words: string) => ({ type: "text", sessionID: "ses_1", part: { text: words } });
  const report = read(
    "opencode",
    { type: "step_start" },
    text("Let me look."),
    { type: "tool_use" },
    { type: "step_start" },
    text("It is "),
    text("red."),
    { type: "step_finish", part: { tokens: { input: 7, output: 3 } } },
  );
  expect(report).toMatchObject({
    text: "It is red.",
    session: "ses_1",
    usedTools: true,
    usage: { inputTokens: 7, outputTokens: 3 },
  });
  const error = (data: object) => ({ type: "error", error: { data } });
  expect(read("opencode", error({ statusCode: 429 }), error({ message: "?" })).error?.status).toBe(
    429,
  );
  expect(read("opencode", error({ message: "Overloaded" })).error?.words).toContain("overloaded");
});

test("OUTPUT_FORMATS.pi takes the last message of the assistant, without what it thought", () => {
  const message = (more: object) => ({
    type: "message_end",
    message: { role: "assistant", ...more },
  });
  const content = [
    { type: "thinking", text: "Hm." },
    { type: "text", text: "It is red." },
  ];
  const failed = message({ content: [], stopReason: "error", errorMessage: "500 oh" });
  expect(read("pi", { type: "session", id: "p-1" }, failed)).toMatchObject({
    error: { status: 500 },
  });
  expect(
    read("pi", failed, message({ content, usage: { input: 1 } }), "7", { type: "turn_end" }),
  ).toMatchObject({
    text: "It is red.",
    error: undefined,
    usage: { inputTokens: 1 },
  });
  expect(read("pi", { type: "message_end", message: { role: "user" } }).text).toBe(undefined);
});

test("splitLines() reports whole lines and the rest at the end, but no line that is too long", () => {
  const lines: string[] = [];
  const splitter = splitLines((line) => lines.push(line));
  for (const piece of ["a", "b\nc\n", "\n ", "\nd".padEnd(17_000_000, "d"), "x\ne"])
    splitter.add(piece);
  splitter.end();
  expect(lines).toEqual(["ab", "c", "", " ", "e"]);
});
