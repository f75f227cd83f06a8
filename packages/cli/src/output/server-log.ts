// Events of a server → lines for people, or JSON lines for programs.

import { logLine, visibleJson, visibleText } from "@hookwright/base";
import type { LoadReport } from "@hookwright/config";
import type { MailLogEntry } from "@hookwright/gmail";
import type { HostRecord } from "@hookwright/host";
import type { LiveRecord } from "@hookwright/host/api";
import type { ModuleOutput } from "@hookwright/transforms";
import type { Io } from "../io.ts";
import { createBoundedWriter } from "./bounded-writer.ts";
import { describeDispatch, type HookLine, hooksToLines } from "./describe-hooks.ts";
import { problemsToJson, problemsToText } from "./problem-report.ts";
import { hostRecordToLine, recordToLine } from "./record-to-line.ts";
import { type Reload, reloadToLines } from "./reload-to-lines.ts";
import { count, createStyle, useColor } from "./style.ts";

/** What the log prints at the start. */
interface ListeningServer {
  /** Includes the base path. */
  readonly url: string;
  readonly basePath: string;
  readonly hooks: readonly HookLine[];
  /** What `--dispatch` says. */
  readonly dispatch: string;
}

export interface ServerLog {
  /** Errors and warnings of the config; writes nothing if there are none. */
  readonly problems: (report: LoadReport, ok: boolean) => void;
  readonly listening: (server: ListeningServer) => void;
  readonly reload: (reload: Reload) => void;
  readonly request: (record: LiveRecord) => void;
  readonly warning: (message: string) => void;
  /** One sentence, such as what a start found. */
  readonly notice: (message: string) => void;
  /** A change of a run, a delivery or a heartbeat. */
  readonly host: (record: HostRecord) => void;
  /** An entry about a watched mailbox. */
  readonly mail: (entry: MailLogEntry) => void;
  /** A line that a transform module printed. */
  readonly output: (output: ModuleOutput) => void;
  /** `what` is for people. */
  readonly stopping: (what: string) => void;
}

/** The lines of 5,000 requests, for a reader that pauses. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Never waits for the reader of the log: lines beyond the limit are dropped and counted. */
export function createServerLog({ log, env }: Pick<Io, "log" | "env">, json: boolean): ServerLog {
  const { write } = createBoundedWriter(log, {
    maxWaitingBytes: MAX_WAITING_BYTES,
    describeDropped: (lines) =>
      json
        ? visibleJson({ type: "dropped", lines })
        : `${count(lines, "log line")} ${lines === 1 ? "was" : "were"} dropped, because nobody read the log.`,
  });
  if (json) return createJsonLog((line) => write(visibleJson(line)));
  const color = useColor(log, env);
  const style = createStyle(color);
  const writeLines = (lines: readonly string[]): void =>
    void write(lines.map((line) => logLine(line, color)).join("\n"));
  const writeLine = (line: string): void => writeLines([line]);
  return {
    problems: (report) => {
      if (report.problems.length === 0) return;
      writeLines([...problemsToText(report, { color }).split(/\r?\n/), ""]);
    },
    listening: ({ url, basePath, hooks, dispatch }) =>
      writeLines([
        `Listening on ${style.title(url)} (Ctrl-C to stop)`,
        ...hooksToLines(hooks, basePath),
        describeDispatch(dispatch),
      ]),
    reload: (reload) => writeLines(reloadToLines(reload, style)),
    request: (record) => writeLine(recordToLine(record, style)),
    warning: (message) => writeLine(`${style.warning("warning")} ${visibleText(message)}`),
    output: ({ module, text }) =>
      writeLine(`${style.dim(`[${visibleText(module)}]`)} ${visibleText(text)}`),
    notice: (message) => writeLine(visibleText(message)),
    // A start is printed as a notice.
    host: (record) => {
      if (record.kind !== "start") writeLine(hostRecordToLine(record, style));
    },
    mail: ({ level, account, message, hint }) => {
      const mark = MAIL_MARKS[level];
      const text = account === undefined ? message : `${account}: ${message}`;
      writeLines([
        `${mark === undefined ? "" : `${style[mark](mark)} `}${visibleText(text)}`,
        ...(hint === undefined ? [] : [`  ${style.hint(visibleText(hint))}`]),
      ]);
    },
    stopping: (what) => writeLine(what),
  };
}

const MAIL_MARKS = { info: undefined, warn: "warning", error: "error" } as const;

function createJsonLog(write: (line: object) => void): ServerLog {
  return {
    problems: (report, ok) => {
      if (report.problems.length > 0) write({ type: "config", ...problemsToJson(report, ok) });
    },
    listening: ({ url, hooks, dispatch }) => {
      const [target] = dispatch.split(":");
      write({ type: "listening", url, hooks, dispatch: target });
    },
    reload: (reload) =>
      write({
        type: "reload",
        ...problemsToJson(reload, reload.ok),
        ...(reload.ok && { path: reload.hooks.settings.path }),
      }),
    request: (record) => write({ type: "request", ...record }),
    warning: (message) => write({ type: "warning", message }),
    output: (output) => write({ type: "output", ...output }),
    // The records contain it.
    notice: () => undefined,
    host: (record) => write({ type: "host", ...record }),
    mail: (entry) => write({ type: "mail", ...entry }),
    stopping: () => write({ type: "stopping" }),
  };
}
