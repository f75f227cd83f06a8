// A line of an agent's output → what it says, into a report. One function for each agent.

import { jsonFromText, readListMember, readMember, readTextMember } from "@hookwright/base";
import type { Usage } from "../../model/turn.ts";
import { usageOf } from "../answer-draft.ts";
import { MAX_ANSWER_BYTES, type ServiceError } from "../failures.ts";

export type OutputFormat = "text" | "claude" | "codex" | "opencode" | "pi";

type ReadLine = (line: string, report: AgentReport) => void;

export const OUTPUT_FORMATS: Readonly<Record<OutputFormat, ReadLine>> = {
  text: (line, report) => addText(report, `${line}\n`),
  claude: byObject(readClaude),
  codex: byObject(readCodex),
  opencode: byObject(readOpencode),
  pi: byObject(readPi),
};

/** Lines that are not objects are warnings and the like. */
function byObject(read: (record: object, report: AgentReport) => void): ReadLine {
  return (line, report) => {
    const record = jsonFromText(line);
    if (typeof record === "object" && record !== null) read(record, report);
  };
}

/** One object, at the end. */
function readClaude(record: object, report: AgentReport): void {
  report.session = (readTextMember(record, "session_id") ?? "") || report.session;
  report.usage = usageIn(record, "usage");
  // One turn of the model is the answer; before each further one it has used tools.
  if (Number(readMember(record, "num_turns")) > 1) report.usedTools = true;
  const result = readTextMember(record, "result") ?? "";
  if (readMember(record, "is_error") !== true) {
    report.text = result;
    return;
  }
  const status = readMember(record, "api_error_status");
  report.error = typeof status === "number" ? { status, words: [] } : errorFromSentence(result);
}

function readCodex(record: object, report: AgentReport): void {
  const type = readTextMember(record, "type") ?? "";
  const item = readMember(record, "item");
  const itemType = readTextMember(item, "type") ?? "";
  if (type === "thread.started") report.session = readTextMember(record, "thread_id") ?? "";
  // Each message that is followed by another one was narration.
  if (type === "item.completed" && itemType === "agent_message")
    report.text = readTextMember(item, "text") ?? "";
  if (itemType !== "" && !CODEX_PASSIVE.has(itemType)) report.usedTools = true;
  if (type === "turn.completed") report.usage = usageIn(record, "usage");
  // An item of the type `error` is only a warning.
  if (type === "turn.failed") {
    report.error = errorFromSentence(readTextMember(record, "error", "message") ?? "");
  }
}

const CODEX_PASSIVE = new Set(["agent_message", "reasoning", "error", "todo_list"]);

function readOpencode(record: object, report: AgentReport): void {
  const type = readTextMember(record, "type") ?? "";
  report.session = (readTextMember(record, "sessionID") ?? "") || report.session;
  // Each step is one answer of the model; the text of the last is the final one.
  if (type === "step_start") report.text = undefined;
  if (type === "text") addText(report, readTextMember(record, "part", "text") ?? "");
  if (type === "tool_use") report.usedTools = true;
  if (type === "step_finish") {
    report.usage = usageOf(
      readMember(record, "part", "tokens", "input"),
      readMember(record, "part", "tokens", "output"),
    );
  }
  // Further errors follow from the first, such as that of the request for a title.
  if (type === "error" && report.error === undefined) {
    const status = readMember(record, "error", "data", "statusCode");
    report.error =
      typeof status === "number"
        ? { status, words: [] }
        : errorFromSentence(readTextMember(record, "error", "data", "message") ?? "");
  }
}

function readPi(record: object, report: AgentReport): void {
  const type = readTextMember(record, "type") ?? "";
  if (type === "session") report.session = readTextMember(record, "id") ?? "";
  if (type.startsWith("tool_execution")) report.usedTools = true;
  if (type !== "message_end") return;
  const message = readMember(record, "message");
  if ((readTextMember(message, "role") ?? "") !== "assistant") return;
  const texts = readListMember(message, "content").filter(
    (part) => (readTextMember(part, "type") ?? "") === "text",
  );
  report.text = texts.map((part) => readTextMember(part, "text") ?? "").join("");
  report.usage = usageOf(
    readMember(message, "usage", "input"),
    readMember(message, "usage", "output"),
  );
  // It exits with 0 nevertheless.
  report.error =
    (readTextMember(message, "stopReason") ?? "") === "error"
      ? errorFromSentence(readTextMember(message, "errorMessage") ?? "")
      : undefined;
}

function usageIn(record: object, name: string): ReturnType<typeof usageOf> {
  return usageOf(
    readMember(record, name, "input_tokens"),
    readMember(record, name, "output_tokens"),
  );
}

/** A line of an agent holds at most an answer and what it thought. */
const MAX_LINE_CHARACTERS = 16_777_216;

interface LineSplitter {
  readonly add: (text: string) => void;
  readonly end: () => void;
}

/** Pieces of output → whole lines, and the rest at the end. Lines that are too long are left out. */
export function splitLines(onLine: (line: string) => void): LineSplitter {
  let rest = "";
  let isTooLong = false;
  const emit = (line: string): void => {
    if (!isTooLong) onLine(line);
    isTooLong = false;
  };
  return {
    add(text) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) emit(line);
      if (rest.length > MAX_LINE_CHARACTERS) {
        isTooLong = true;
        rest = "";
      }
    },
    end: () => {
      if (rest !== "") emit(rest);
    },
  };
}

export interface AgentReport {
  /** The newest text that may be the final one; undefined before any came. */
  text: string | undefined;
  session: string | undefined;
  usage: Usage | undefined;
  /** A tool was used, or may have been: the turn is not to be repeated. */
  usedTools: boolean;
  error: ServiceError | undefined;
}

/** What the output of an agent says, gathered while it runs. */
export function createReport(): AgentReport {
  return {
    text: undefined,
    session: undefined,
    usage: undefined,
    usedTools: false,
    error: undefined,
  };
}

/** Adds to the text while there is room: the rest is cut in any case. */
function addText(report: AgentReport, text: string): void {
  const before = report.text ?? "";
  report.text = before.length > MAX_ANSWER_BYTES ? before : before + text;
}

/** Agents put the status of their model's service into sentences: `unexpected status 401 Unauthorized`. */
function errorFromSentence(sentence: string): ServiceError {
  const status = /\b([45]\d\d)\b/.exec(sentence)?.[1];
  const isLoggedOut = /not logged in|no api key|invalid api key|login/i.test(sentence);
  const isOverloaded = /overloaded/i.test(sentence);
  return {
    status: status === undefined ? undefined : Number(status),
    words: [isLoggedOut && "authentication_error", isOverloaded && "overloaded"],
  };
}
