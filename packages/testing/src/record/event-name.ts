// An event → names for its file.
import type { NamedEvent } from "./redact-event.ts";

const EVENT_HEADER = /(?:^|-)(?:event|topic)$/;

const MAX_NAME_CHARACTERS = 60;

/** `pull_request-opened`: the event header, `type` or `event`, and `action`. */
export function nameShape({ headers, payload }: NamedEvent): string {
  const header = Object.entries(headers).find(([name]) => EVENT_HEADER.test(name))?.[1];
  const { type, event, action } = (payload ?? {}) as Readonly<Record<string, unknown>>;
  const name = [header, type, event].find((one) => typeof one === "string" && one !== "");
  const parts = [name, action].filter((one) => typeof one === "string" && one !== "");
  return toFileName(parts.join("-"), "event");
}

/** Attack: a value of a sender becomes the name of a file. */
export function toFileName(text: string, fallback: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z\d_]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, MAX_NAME_CHARACTERS);
  return name === "" ? fallback : name;
}

/** A name for a file in one folder, without an ending: `github-pull_request-opened`. */
export function nameEvent(event: NamedEvent): string {
  return `${toFileName(event.path, "hook")}-${nameShape(event)}`;
}
