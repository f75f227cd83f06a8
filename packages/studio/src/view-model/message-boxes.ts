// An explanation → what the agent gets, as boxes: the operator's text and the outside's, each with its origin.
import type { Action, Explanation, Span } from "@hookwright/core";
import type { At } from "../model/at-id.ts";

export interface BoxSpan {
  readonly text: string;
  /** The expression as written, for text that was read from the event. */
  readonly expression?: string;
  /** The paths that it reads, without `payload.` where they are of the payload. */
  readonly paths: readonly string[];
  /** Where the expression or literal text stands in the config. */
  readonly at?: At;
}

interface MessageBox {
  readonly kind: "operator" | "outside";
  /** Of text from outside: what the fence says of its source. */
  readonly source?: string;
  readonly spans: readonly BoxSpan[];
}

export interface MessageView {
  readonly title: string;
  readonly boxes: readonly MessageBox[];
  /** The finished text, with the fence. */
  readonly text: string;
  /** Settings of the action, in the order of the action. */
  readonly settings: readonly (readonly [name: string, value: string])[];
}

const TEXTS = new Set(["message", "text", "parts", "untrustedText", "kind"]);

/** One view for an action, or one for each element of a list. */
export function messageViews({ resolution, fields }: Explanation): readonly MessageView[] {
  if (resolution.outcome === "action") return [viewOf(resolution.action, fields, {})];
  if (resolution.outcome !== "batch") return [];
  const isOfSeveral = resolution.mappingIds !== undefined;
  return resolution.elements.flatMap(({ index, element, resolution: one }) => {
    if (one.outcome !== "action") return [];
    const key = isOfSeveral ? { mappingId: one.mappingId, index: element } : { index };
    return [viewOf(one.action, fields, key)];
  });
}

/** Which of several mappings, and which element of a list. */
interface ViewKey {
  readonly mappingId?: string | undefined;
  readonly index?: number | undefined;
}

const TITLES = {
  wake: "The main session is woken",
  agent: "A run starts",
  deliver: "A text is delivered",
} as const;

function viewOf(
  action: Action,
  fields: Explanation["fields"],
  { mappingId, index }: ViewKey,
): MessageView {
  const text = action.kind === "agent" ? action.message : action.text;
  const field = fields.find(
    (one) => one.mappingId === mappingId && one.index === index && TEXTS.has(one.field),
  );
  const mapping = mappingId === undefined ? "" : ` (${mappingId})`;
  const element = index === undefined ? "" : `, element ${index}`;
  const settings = Object.entries(action)
    .filter(([name, value]) => !TEXTS.has(name) && value !== undefined)
    .map(([name, value]) => [name, String(value)] as const);
  return {
    title: `${TITLES[action.kind]}${mapping}${element}`,
    boxes: action.parts.map((part) => {
      const spans = part.kind === "untrusted" ? spansWithin(field?.spans ?? [], part.text) : [];
      return {
        kind: part.kind === "untrusted" ? "outside" : "operator",
        ...(part.kind === "untrusted" && { source: part.source }),
        spans: spans.length > 0 ? spans : [{ text: part.text, paths: [] }],
      };
    }),
    text,
    settings,
  };
}

/** The spans of the template, if they are the part's text: neutralized markers change it. */
function spansWithin(spans: readonly Span[], text: string): readonly BoxSpan[] {
  const joined = spans.map((span) => span.text).join("");
  if (joined.trim() !== text.trim()) return [];
  return spans.map(({ text, origin, at }) => ({
    text,
    paths: origin.kind === "payload" ? origin.paths : [],
    ...(origin.kind === "payload" && { expression: origin.expression }),
    ...(at !== undefined && { at }),
  }));
}
