// The roots: names that expressions can read besides the fields of the context.

import {
  type HeaderRecord,
  hasOwnKey,
  type Key,
  readHeader,
  readOwn,
  readPath,
  readPayload,
} from "@hookwright/base";

/** A name that expressions can read besides the fields of the context. */
export interface TemplateRoot {
  readonly name: string;
  /** Whether it is a record of headers: names are found in any case, and lists are joined. */
  readonly isHeaders?: boolean;
  /** Whether `{{name}}` alone prefers the payload's own key of that name. */
  readonly yieldsAlone?: boolean;
}

/** The roots of a webhook's templates. */
export const EVENT_ROOTS: readonly TemplateRoot[] = [
  { name: "payload", yieldsAlone: true },
  { name: "headers", isHeaders: true, yieldsAlone: true },
  { name: "query", yieldsAlone: true },
  { name: "path" },
  { name: "now" },
];

/**
 * The values of the roots by name. A function is called when a template reads the root, because some
 * values cost much and most templates do not read them.
 */
export interface Scope {
  /** Plain names outside of blocks are its fields. */
  readonly payload: unknown;
  /** One header by its lower-case name, where the record of all is made only when it is asked for. */
  readonly header?: (name: string) => string | undefined;
}

/** The value of a root of the scope; undefined if it has none of that name. */
export function readRoot(scope: Scope, name: string): unknown {
  const value = (scope as unknown as Readonly<Record<string, unknown>>)[name];
  return typeof value === "function" ? value.call(scope) : value;
}

/** The value of a root that an expression names alone. */
export function readWholeRoot(scope: Scope, { name, yieldsAlone }: TemplateRoot): unknown {
  const isOwnKey = yieldsAlone === true && hasOwnKey(scope.payload, name);
  return isOwnKey ? readOwn(scope.payload, name) : readRoot(scope, name);
}

/** `payload` may be the payload's own key of that name, also where a path follows. */
export function readRootPath(scope: Scope, name: string, keys: readonly Key[]): unknown {
  return name === "payload"
    ? readPayload(scope.payload, keys)
    : readPath(readRoot(scope, name), keys);
}

/** The value of a header of the scope. */
export function readScopeHeader(scope: Scope, root: string, header: string): unknown {
  if (typeof scope.header === "function") return scope.header(header);
  return readHeader((readRoot(scope, root) ?? {}) as HeaderRecord, header);
}
