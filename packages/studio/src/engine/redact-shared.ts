// A state that is about to be shared → the same state without what looks private, and sentences about it.
import { createRedactor, type RandomBelow, redactConfigText } from "@hookwright/testing/redact";
import { readEvent, writeEvent } from "../model/event-text.ts";
import type { Redacted, Shared } from "../model/share.ts";

const MAX_LISTED = 20;

export function redactShared(shared: Shared): Redacted {
  const found = new Set<string>();
  const config = redactConfigText(shared.config, (key) => found.add(`config: the value of ${key}`));
  const read = readEvent(shared.event);
  // A text that is no event has no fields to look into.
  if (!read.ok)
    return {
      shared: { ...shared, config },
      found: [...found, "event: it cannot be read, so it was not looked through"],
    };
  const { path, headers = {}, query = {}, payload } = read.event;
  const redact = createRedactor({
    random: randomBelow,
    keepHeaders: new Set(Object.keys(headers)),
  });
  const { event, redacted } = redact({ path, headers, query, payload } as Parameters<
    typeof redact
  >[0]);
  for (const name of Object.keys(headers))
    if (!(name in event.headers)) found.add(`headers.${name}`);
  for (const { path } of redacted) found.add(path);
  const listed = [...found];
  const rest = listed.length - MAX_LISTED;
  return {
    shared: { ...shared, config, event: writeEvent(event) },
    found: rest > 0 ? [...listed.slice(0, MAX_LISTED), `and ${rest} more`] : listed,
  };
}

/** Pseudonyms must not be guessed. */
const randomBelow: RandomBelow = (limit) => {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number % limit;
};
