// What the expressions of a template can read beyond fields of the context: the roots.
import { EventView } from "../../data/event-view.ts";
import { readHeader } from "../../data/read-header.ts";
import { readOwn } from "../../data/read-own.ts";
import type { HeaderRecord } from "../../model/event.ts";
import { hasOwnKey } from "../origin/locate-origin.ts";

/** A name that means something beyond a field of the context. */
export interface TemplateRoot {
  readonly name: string;
  /** It is a record of headers: names are found in any case, and lists are joined. */
  readonly isHeaders?: boolean;
  /** Alone, `{{name}}` is the payload's own key of that name first. */
  readonly yieldsAlone?: boolean;
}

/** What the templates of a webhook read. */
export const EVENT_ROOTS: readonly TemplateRoot[] = [
  { name: "payload", yieldsAlone: true },
  { name: "headers", isHeaders: true, yieldsAlone: true },
  { name: "query", yieldsAlone: true },
  { name: "path" },
  { name: "now" },
];

/**
 * The values behind the roots, by their names. A function is called when a template reads the root: it
 * may be dear, and most templates never ask.
 */
export interface Scope {
  /** What plain names are looked up in outside of blocks. */
  readonly payload: unknown;
}

export function readRoot(scope: Scope, name: string): unknown {
  const value = (scope as unknown as Readonly<Record<string, unknown>>)[name];
  return typeof value === "function" ? value.call(scope) : value;
}

/** A root that is named alone. */
export function readWholeRoot(scope: Scope, { name, yieldsAlone }: TemplateRoot): unknown {
  const isOwnKey = yieldsAlone === true && hasOwnKey(scope.payload, name);
  return isOwnKey ? readOwn(scope.payload, name) : readRoot(scope, name);
}

/** An event knows one header without the record of all. */
export function readHeaderOf(scope: Scope, root: string, header: string): unknown {
  if (scope instanceof EventView) return scope.header(header);
  return readHeader((readRoot(scope, root) ?? {}) as HeaderRecord, header);
}
