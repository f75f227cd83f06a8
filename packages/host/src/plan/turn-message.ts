// A run, waiting events, a prompt → the user message of a turn, as text and as data.
import { parseThinking, type TextPart } from "@hookwright/core";
import { fenceParts } from "@hookwright/core/fence";
import type { EventRecord, RunRecord } from "../model/records.ts";
import type { HostSettings } from "../model/settings.ts";
import { THINKING_LEVELS, type ThinkingLevel, type TurnReason } from "../model/turn.ts";
import { type RenderOptions, renderEvents } from "./events.ts";
import { cutText, formatTime, titleOfRun } from "./text.ts";

/** The finished message of a turn, and what the history keeps of it. */
export interface TurnMessage {
  /** What the runner gets. */
  readonly message: string;
  readonly parts: readonly TextPart[];
  readonly tainted: boolean;
  /** For the history: the host's own line, and the parts after it. */
  readonly stored: {
    readonly heading: string;
    /** Events that the turn had in its message; they wait again if it fails. */
    readonly eventParts: readonly TextPart[];
    readonly parts: readonly TextPart[];
  };
}

/** What an agent is asked where `heartbeat.prompt` is not set. */
export const DEFAULT_HEARTBEAT_PROMPT: string = [
  "This is a regular check, not a message from the user.",
  "Do what HEARTBEAT.md of your workspace asks, if there is one, and nothing beyond it.",
  "Look at the system events above, if there are any, and decide whether the user should hear of them.",
  "Do not repeat tasks of earlier turns.",
  "If nothing needs the user, answer HEARTBEAT_OK and nothing else.",
].join(" ");

/** The message of the action as it is, behind one line of the host's own. */
export function messageOfRun(
  run: RunRecord,
  { timeZone }: { readonly timeZone: string },
): TurnMessage {
  const { action, id, acceptedAt } = run;
  const heading = `[${titleOfRun(run).title} ${id}] ${formatTime(acceptedAt, timeZone)}`;
  return {
    message: `${heading}\n${action.message}`,
    parts: [{ kind: "trusted", text: heading }, ...action.parts],
    tainted: action.untrustedText !== "",
    stored: { heading, eventParts: [], parts: action.parts },
  };
}

/** What a heartbeat is asked. */
export interface HeartbeatMessageOptions extends RenderOptions {
  readonly reason: TurnReason;
  readonly at: number;
  readonly events: readonly EventRecord[];
  /** `heartbeat.prompt`. */
  readonly prompt?: string | undefined;
  /** What `HEARTBEAT.md` of the workspace contains. */
  readonly heartbeatFile?: string | undefined;
}

/** The waiting events, then the prompt. */
export function messageOfHeartbeat(options: HeartbeatMessageOptions): TurnMessage {
  const { heartbeatFile = "", prompt = DEFAULT_HEARTBEAT_PROMPT } = options;
  const events = renderEvents(options.events, options);
  const ask: TextPart = { kind: "trusted", text: prompt };
  const file: TextPart[] = isEmptyHeartbeatFile(heartbeatFile)
    ? []
    : [{ kind: "trusted", text: `HEARTBEAT.md:\n${cutText(heartbeatFile, MAX_FILE_CHARACTERS)}` }];
  const own = [ask, ...file];
  return {
    message: joinTexts([events.text, ...own.map((part) => part.text)]),
    parts: [...events.parts, ...own],
    tainted: options.events.some((event) => event.tainted),
    stored: {
      heading: `[Heartbeat, ${options.reason}] ${formatTime(options.at, options.timeZone)}`,
      eventParts: events.parts,
      // The file is read anew for each turn; twenty copies would push the rest out of the history.
      parts: [ask],
    },
  };
}

/** What a user has written, and the events that wait. */
export interface PromptMessageOptions extends RenderOptions {
  readonly at: number;
  readonly events: readonly EventRecord[];
  /** What the user says. Text from outside, such as a mail that was handed on, is untrusted. */
  readonly parts: readonly TextPart[];
}

/** A user's message of the main session, after the events that wait. */
export function messageOfPrompt(options: PromptMessageOptions): TurnMessage {
  const { parts, randomId, timeZone } = options;
  const events = renderEvents(options.events, options);
  const isTainted = parts.some((part) => part.kind === "untrusted");
  return {
    message: joinTexts([events.text, fenceParts(parts, { randomId })]),
    parts: [...events.parts, ...parts],
    tainted: isTainted || options.events.some((event) => event.tainted),
    stored: {
      heading: `[Message] ${formatTime(options.at, timeZone)}`,
      eventParts: events.parts,
      parts,
    },
  };
}

function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

/** As much as the host reads of the file, 20 KB. */
const MAX_FILE_CHARACTERS = 20_000;

/** Blank lines, headings, and list items and boxes without text. */
const EMPTY_LINE = /^(?:#+(?:\s.*)?|(?:[-*+]|\d{1,9}[.)])?\s*(?:\[[ xX]?\])?)$/;

/** Whether a `HEARTBEAT.md` asks for nothing. */
export function isEmptyHeartbeatFile(content: string): boolean {
  return content.split(/\r\n|[\n\r]/).every((line) => EMPTY_LINE.test(line.trim()));
}

/** An alias in any case becomes its `provider/model`; any other name stays as it is. */
export function resolveModel(
  name: string | undefined,
  { modelAliases }: Pick<HostSettings, "modelAliases">,
): string | undefined {
  const written = name?.trim() ?? "";
  return written === "" ? undefined : (modelAliases.get(written.toLowerCase()) ?? written);
}

/** The level, or the nearest lower one that a runner can do, else the lowest that it can. */
export function resolveThinking(
  text: string | undefined,
  possible: readonly ThinkingLevel[] = THINKING_LEVELS,
): ThinkingLevel | undefined {
  const level = text === undefined ? undefined : parseThinking(text);
  if (level === undefined) return undefined;
  const wanted = THINKING_LEVELS.indexOf(level);
  const ranks = possible.map((one) => THINKING_LEVELS.indexOf(one)).sort((a, b) => a - b);
  const rank = ranks.findLast((one) => one <= wanted) ?? ranks[0];
  return rank === undefined ? undefined : THINKING_LEVELS[rank];
}
