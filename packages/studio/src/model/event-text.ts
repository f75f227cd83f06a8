// The texts of the event pane ↔ an event.
import { type HookEvent, parseJson } from "@hookwright/core";
import { visibleText } from "../view-model/visible-text.ts";

export type Format = "yaml" | "json5";

/** An event as its author writes it: the texts of the event pane. */
export interface EventText {
  /** The name of the hook, after the base path. */
  readonly path: string;
  /** `Name: value`, one a line. */
  readonly headers: string;
  /** `name=value`, one a line. */
  readonly query: string;
  /** JSON. */
  readonly payload: string;
}

type ReadEventResult =
  | { readonly ok: true; readonly event: HookEvent }
  | { readonly ok: false; readonly message: string };

const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/;

export function readEvent({ path, headers, query, payload }: EventText): ReadEventResult {
  const sent: Record<string, string> = {};
  for (const line of linesOf(headers)) {
    const [, name, value = ""] = HEADER.exec(line) ?? [];
    if (name === undefined) {
      return {
        ok: false,
        message: `A header is not "Name: value" on line ${lineOf(headers, line)}.`,
      };
    }
    sent[name.toLowerCase()] = value;
  }
  const parsed = parseJson(payload.trim() === "" ? "{}" : payload);
  if (!parsed.ok) return { ok: false, message: "The payload is not JSON." };
  const pairs = linesOf(query).map((line) => {
    const at = line.indexOf("=");
    return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
  });
  const name = path.trim().replace(/^\/+|\/+$/g, "");
  return {
    ok: true,
    event: {
      path: name,
      url: `/hooks/${name}`,
      headers: sent,
      query: Object.fromEntries(pairs),
      payload: parsed.value,
      integersAsText: parsed.integersAsText,
    },
  };
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

function lineOf(text: string, line: string): number {
  return text.split("\n").indexOf(line) + 1;
}

/** The texts of an event, for the event pane. */
export function writeEvent({ path, headers = {}, query = {}, payload }: HookEvent): EventText {
  const pairs = (separator: string, values: object): string =>
    Object.entries(values)
      .map(([name, value]) => `${name}${separator}${String(value)}`)
      .join("\n");
  return {
    path,
    headers: pairs(": ", headers),
    query: pairs("=", query),
    // In JSON, the number of a character is the character: what hides or reorders text is seen, and stays what it is.
    payload: visibleText(JSON.stringify(payload, undefined, 2) ?? ""),
  };
}
