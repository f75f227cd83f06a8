// An action → a box for a terminal: its fields, and its text as the agent receives it.
import { visibleText } from "@hookwright/base";
import type { Action } from "@hookwright/core";

/** How an action is shown. */
export interface ActionReportOptions {
  /** Names the mapping in the first line. */
  readonly mappingId?: string | undefined;
  /** Whether to color the box for a terminal. Default: false. */
  readonly color?: boolean;
  /** How many columns a line may have; a longer word stays whole. Default: no limit. */
  readonly width?: number | undefined;
  /** Whether the security notice of the fence is shown in full. Default: true. */
  readonly notice?: boolean;
}

/**
 * Formats an action as a box without a final newline. Characters that could control a terminal, or the order of what
 * it shows, are written as escapes.
 *
 * @example
 * ```ts
 * console.log(formatAction({ kind: "wake", text: "The backup is late.", mode: "now", parts: [], untrustedText: "" }));
 * ```
 */
export function formatAction(action: Action, options: ActionReportOptions = {}): string {
  const { mappingId, color = false, width, notice = true } = options;
  const paint = (code: string, text: string): string =>
    color ? `\u001B[${code}m${text}\u001B[0m` : text;
  const room = width === undefined ? undefined : Math.max(width - BAR.length, MIN_COLUMNS);
  const origin = mappingId === undefined ? "" : `, mapping "${visibleLine(mappingId)}"`;
  const fields = fieldsOf(action);
  const indent = Math.max(...fields.map(([name]) => name.length)) + 1;
  const text = action.kind === "agent" ? action.message : action.text;
  const lines = [
    ...fields.flatMap(([name, value]) =>
      wrap(`${name.padEnd(indent)}${visibleLine(valueToText(value))}`, room, " ".repeat(indent)),
    ),
    "",
    ...(notice ? text : text.replace(NOTICE, SHORT_NOTICE)).split(/\r?\n/).flatMap((line) => {
      const wrapped = wrap(visibleText(line), room, line.startsWith("> ") ? "> " : "");
      return MARKER.test(line) ? wrapped.map((one) => paint(YELLOW, one)) : wrapped;
    }),
  ];
  return [
    `╭─ ${paint(BOLD, `${action.kind} action`)}${paint(DIM, origin)}`,
    ...lines.map((line) => `${BAR}${line}`.trimEnd()),
    "╰─",
  ].join("\n");
}

const BAR = "│ ";

/** On a narrower terminal, words are cut less often than lines would be. */
const MIN_COLUMNS = 20;

/** SGR codes. */
const BOLD = "1";
const DIM = "2";
const YELLOW = "33";

const MARKER = /^<<<(?:END_)?UNTRUSTED/;

/** The notice of the fence. Untrusted lines begin with "> ", so none of them is mistaken for it. */
const NOTICE = /^SECURITY NOTICE: [^\n]*(?:\n(?!<<<)[^\n]*)*(?=\n<<<UNTRUSTED)/m;

const SHORT_NOTICE = "(Security notice, as in the first event.)";

const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  "kind",
  "text",
  "message",
  "parts",
  "untrustedText",
]);

function fieldsOf(action: Action): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(action).filter(([name]) => !SHOWN_ELSEWHERE.has(name));
}

function valueToText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function visibleLine(text: string): string {
  return visibleText(text.replace(/\s+/g, " "));
}

/** Further lines begin with `prefix`. */
function wrap(line: string, room: number | undefined, prefix: string): readonly string[] {
  if (room === undefined || line.length <= room) return [line];
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/(?<= )(?! )/)) {
    const isFull = current.trim() !== "" && current.length + word.trimEnd().length > room;
    if (isFull) lines.push(current.trimEnd());
    current = isFull ? prefix + word : current + word;
  }
  return [...lines, current.trimEnd()];
}
