// An event → the same event without secrets, and without what says who a person is; and what was replaced.

import type { HeaderRecord } from "@hookwright/core";
import { PROVIDERS } from "@hookwright/core/auth";
import type { RecordedEvent, Redaction } from "../events/event-file.ts";
import { isSecretParameter } from "./key-names.ts";
import type { RedactOptions } from "./redact-options.ts";
import { type Note, SECRET_RULE, ValueRedactor } from "./redact-value.ts";

/** An event whose hook is known. */
export type NamedEvent = RecordedEvent & { readonly path: string };

/** An event as it may be written, and what was replaced in it. */
export interface RedactedEvent {
  readonly event: NamedEvent;
  readonly redacted: readonly Redaction[];
}

/**
 * The redactor of one run: one value has one pseudonym in all of its events.
 *
 * @example
 * ```ts
 * const redact = createRedactor({ random: (limit) => Math.floor(Math.random() * limit) });
 * const { event } = redact({ path: "ci", headers: {}, query: {}, payload: { email: "ann@acme.io" } });
 * ```
 */
export function createRedactor(options: RedactOptions): (event: NamedEvent) => RedactedEvent {
  const redactor = new ValueRedactor(options);
  const credentials = listCredentialHeaders();
  const { keepHeaders = new Set() } = options;
  const isWritten = (name: string): boolean =>
    (ALLOWED.test(name) || keepHeaders.has(name)) &&
    !CREDENTIAL.test(name) &&
    !credentials.has(name);
  return (event) => {
    const redacted = new Map<string, Redaction>();
    const note: Note = (path, rule) => {
      if (!redacted.has(path)) redacted.set(path, { path, rule });
    };
    const start = { isKept: false, rule: undefined, isPersonal: false, key: "" };
    const redactPayload = () => redactor.walk(event.payload, { ...start, path: "payload" }, note);
    // Twice: a value may stand in front of the key that says what it is.
    redactPayload();
    const payload = redactPayload();
    const path = redactor.text(event.path, { path: "path", isKept: true }, note);
    const headers = chooseHeaders(event.headers, isWritten).map(([name, value]) => {
      const context = { ...start, path: `headers.${name}`, key: name };
      return [name, redactor.walk(value, context, note)];
    });
    const query = Object.entries(event.query).map(([name, value]) => {
      const shown = redactor.text(name, { path: "query", isKept: false }, note);
      const rule = isSecretParameter(name) ? SECRET_RULE : undefined;
      const context = { ...start, path: `query.${shown}`, key: name, rule };
      return [shown, redactor.walk(value, context, note)];
    });
    return {
      event: {
        ...event,
        path,
        headers: Object.fromEntries(headers),
        query: Object.fromEntries(query),
        payload,
      },
      redacted: [...redacted.values()],
    };
  };
}

/** Only these headers are ever written, and those that the config reads. */
const ALLOWED =
  /^(?:content-type|user-agent|(?:[\w-]+-)?(?:event|topic|resource|delivery|id|timestamp))$/;

const CREDENTIAL = /sign|secret|token|auth|cookie|session|password|api-?key|hmac/;

function chooseHeaders(
  headers: HeaderRecord,
  isWritten: (name: string) => boolean,
): readonly (readonly [string, string])[] {
  return Object.entries(headers).flatMap(([written, value]) => {
    const name = written.toLowerCase();
    return isWritten(name) ? [[name, [value ?? ""].flat().join(", ")] as const] : [];
  });
}

/** Where the vendors that we know put signatures and tokens. */
function listCredentialHeaders(): ReadonlySet<string> {
  return new Set(
    PROVIDERS.flatMap(({ signatures = [], token }) => [
      ...signatures.flatMap(({ signature }) => signature.header),
      ...(token?.header === undefined ? [] : [token.header]),
    ]),
  );
}
