// The text of an event file and its name → its events, or every problem with its position.
import { type Problem, parseJson } from "@hookwright/core";
import type { ConfigDocument, LoadReport, LoadResult } from "../load-result.ts";
import { parseConfigText } from "../text/parse-config-text.ts";
import { type CheckEventResult, checkEvent } from "./check-event.ts";
import type { EventDocument, RecordedEvent } from "./event-file.ts";
import { type KeptDigits, keepDigits } from "./event-file.ts";

/** What the name of a file says about its text. */
const NAMES: readonly (readonly [name: RegExp, kind: EventDocument["kind"]])[] = [
  [/\.event\.(?:json|json5|jsonc|ya?ml)$/i, "event"],
  [/\.ndjson$/i, "lines"],
  [/\.json$/i, "payload"],
];

/**
 * Parses the text of an event file. The name says what is in it: `NAME.event.json`, `.event.json5` and
 * `.event.yaml` hold one event, `.ndjson` one a line, and any other `.json` the bare payload. Integers
 * that a double cannot hold keep their digits, as in the server. Never rejects.
 *
 * @example
 * ```ts
 * const text = "path: ci\npayload: { job: lint }";
 * const result = await parseEventText(text, { filename: "lint.event.yaml" });
 * if (result.ok) console.log(result.events[0]?.path); // ci
 * ```
 */
export async function parseEventText(
  text: string,
  { filename }: { readonly filename: string },
): Promise<LoadResult<EventDocument>> {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const report = { filename, source, files: [] };
  const [, kind] = NAMES.find(([name]) => name.test(filename)) ?? [];
  if (kind === undefined) return { ...report, ok: false, problems: [UNKNOWN_NAME] };
  if (kind === "lines") return parseLines(source, report);
  const parsed = await parse(source, filename);
  if (!parsed.ok) return { ...report, ok: false, problems: parsed.problems };
  if (kind === "payload") {
    const event = withDigits({ headers: {}, query: {}, payload: parsed.value }, parsed);
    return { ...report, ok: true, problems: [], kind, events: [event] };
  }
  const checked = checkEvent(parsed.value);
  if (!checked.ok) {
    const document = parsed.document ?? (await parseConfigText(source, { filename }));
    const problems = locate(checked.problems, document);
    return { ...report, ok: false, problems };
  }
  return { ...report, ok: true, problems: [], kind, events: [withDigits(checked.event, parsed)] };
}

const UNKNOWN_NAME: Problem = {
  code: "event_unreadable",
  severity: "error",
  path: [],
  message: "The name of the file does not show its format.",
  hint: "Name it so: push.event.json, push.event.json5 or push.event.yaml for an event, push.json for its payload, all.ndjson for one event a line.",
};

type ParsedText =
  /** Absent if the text is strict JSON. */
  | ({ readonly ok: true; readonly document?: LoadResult<ConfigDocument> } & KeptDigits)
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Strict JSON first: payloads may be nested more deeply than configs, and need no positions. */
async function parse(source: string, filename: string): Promise<ParsedText> {
  if (source.trim() === "") return { ok: true, value: {}, integersAsText: [] };
  const strict = /\.json$/i.test(filename) ? parseJson(source) : undefined;
  if (strict?.ok) return strict;
  const document = await parseConfigText(source, { filename });
  if (document.ok) return { ok: true, document, ...keepDigits(document) };
  return { ok: false, problems: document.problems.map(describeSyntax) };
}

/** The parser of configs has messages about the config. */
function describeSyntax(problem: Problem): Problem {
  const { message } = problem;
  const code = problem.code === "config_syntax" ? "event_syntax" : problem.code;
  return { ...problem, code, message: message.replace("The config", "The event") };
}

function withDigits(event: RecordedEvent, { integersAsText }: KeptDigits): RecordedEvent {
  return integersAsText.length > 0 ? { ...event, integersAsText } : event;
}

/** Strict JSON is parsed with positions only if there is a problem. */
function locate(
  problems: readonly Problem[],
  document: LoadResult<ConfigDocument>,
): readonly Problem[] {
  if (!document.ok) return problems;
  return problems.map((problem) => {
    const part = problem.code === "unknown_key" ? "key" : "value";
    return { ...problem, position: document.locate(problem.path, part) };
  });
}

async function parseLines(
  source: string,
  report: Omit<LoadReport, "problems">,
): Promise<LoadResult<EventDocument>> {
  const events: RecordedEvent[] = [];
  const problems: Problem[] = [];
  for (const [index, text] of source.split("\n").entries()) {
    if (text.trim() === "") continue;
    const line = index + 1;
    const parsed = parseJson(text);
    const checked = parsed.ok ? checkEvent(parsed.value) : NOT_JSON;
    if (parsed.ok && checked.ok) events.push({ ...withDigits(checked.event, parsed), line });
    if (!checked.ok) {
      const located = locate(
        checked.problems,
        await parseConfigText(text, { filename: "line.json" }),
      );
      problems.push(...located.map((problem) => onLine(problem, line)));
    }
  }
  return problems.length > 0
    ? { ...report, ok: false, problems }
    : { ...report, ok: true, problems, kind: "lines", events };
}

const NOT_JSON: CheckEventResult = {
  ok: false,
  problems: [
    {
      code: "event_syntax",
      severity: "error",
      path: [],
      message: "The line is not valid JSON.",
      hint: "Each line is one event: an object in JSON, without line breaks.",
    },
  ],
};

function onLine(problem: Problem, line: number): Problem {
  return { ...problem, position: { line, column: problem.position?.column ?? 1 } };
}
