// An event → the same event without secrets and personal data; and what was replaced.

import type { RecordedEvent, Redaction } from "@hookwright/config";
import type { HeaderRecord } from "@hookwright/core";
import { PROVIDERS } from "@hookwright/signatures";
import { textOfBase64 } from "./base64.ts";
import {
  type Note,
  type RedactOptions,
  SECRET_RULE,
  type ValueContext,
  ValueRedactor,
} from "./redact-value.ts";
import {
  REPLACEMENT_REASONS,
  type ReplacementCounts,
  type ReplacementReason,
} from "./replacements.ts";

/** An event with the name of its hook. */
export type NamedEvent = RecordedEvent & { readonly path: string };

/** A redacted event, and what was replaced in it. */
export interface RedactedEvent {
  readonly event: NamedEvent;
  readonly redacted: readonly Redaction[];
  /** The number of replaced values by reason; a text may count for several. */
  readonly counts: ReplacementCounts;
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
  const { keepHeaders = new Set(), secretHeaders = [] } = options;
  const credentials = new Set([...listCredentialHeaders(), ...secretHeaders]);
  const isWritten = (name: string): boolean =>
    (ALLOWED.test(name) || keepHeaders.has(name)) &&
    !CREDENTIAL.test(name) &&
    !credentials.has(name);
  const redactParts = (event: NamedEvent, note: Note): NamedEvent => {
    const payload = redactor.walk(event.payload, { ...START, path: "payload" }, note);
    const path = redactor.text(event.path, { path: "path", isKept: true }, note);
    const headers = chooseHeaders(event.headers, isWritten).map(([name, value]) => {
      const context = { ...START, path: `headers.${name}`, key: name };
      return [name, redactor.walk(value, context, note)];
    });
    const hasPersonNames = Object.keys(event.query).some(
      (name) => redactor.describeKey(name).isBesideName,
    );
    const query = Object.entries(event.query).map(([name, value]) => {
      const shown = redactor.text(name, { path: "query", isKept: false }, note);
      const rule = redactor.describeKey(name).isSecretParameter ? SECRET_RULE : undefined;
      const isPerson = redactor.isPersonKey(name, hasPersonNames);
      const context = { ...START, path: `query.${shown}`, key: name, rule, isPerson };
      return [shown, redactor.walk(value, context, note)];
    });
    return {
      ...event,
      path,
      headers: Object.fromEntries(headers),
      query: Object.fromEntries(query),
      payload,
    };
  };
  return (event) => {
    redactor.begin(secretsOf(event.headers, credentials));
    // Twice, because a value may precede the key that says what it is.
    redactParts(event, () => undefined);
    const reasons = new Map<string, Set<ReplacementReason>>();
    const written = redactParts(event, (path, reason) => {
      reasons.set(path, (reasons.get(path) ?? new Set()).add(reason));
    });
    return {
      event: written,
      redacted: Array.from(reasons, ([path, [first]]) => ({
        path,
        rule: REPLACEMENT_REASONS[first as ReplacementReason].rule,
      })),
      counts: countReasons([...reasons.values()].flatMap((some) => [...some])),
    };
  };
}

/** The context of a whole event. */
const START: ValueContext = {
  path: "",
  key: "",
  isKept: false,
  rule: undefined,
  isPerson: false,
  isThingName: false,
  isBelowPerson: false,
  isBelowOwner: false,
  depth: 0,
};

function countReasons(reasons: readonly ReplacementReason[]): ReplacementCounts {
  const counts: Partial<Record<ReplacementReason, number>> = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** Only these headers and those that the config reads are written. */
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

/** A shorter one, or a word, may occur in ordinary texts. */
const MIN_SECRET_CHARACTERS = 8;

/** The credentials of a request may also be in its body: a password without its user. */
function secretsOf(headers: HeaderRecord, credentials: ReadonlySet<string>): readonly string[] {
  return Object.entries(headers)
    .filter(([name]) => CREDENTIAL.test(name.toLowerCase()) || credentials.has(name.toLowerCase()))
    .flatMap(([, value]) => [value ?? []].flat())
    .flatMap((value) => {
      const [, scheme, rest] = /^([A-Za-z][\w-]*)\s+(\S.*)$/.exec(value) ?? [];
      if (rest === undefined) return [value];
      if (scheme?.toLowerCase() !== "basic") return [rest];
      const decoded = textOfBase64(rest);
      return [rest, decoded, decoded.slice(decoded.indexOf(":") + 1)];
    })
    .filter((value) => value.length >= MIN_SECRET_CHARACTERS && !/^[a-z -]+$/i.test(value));
}

/** The headers in which known vendors send signatures and tokens. */
function listCredentialHeaders(): ReadonlySet<string> {
  return new Set(
    PROVIDERS.flatMap(({ signatures = [], token }) => [
      ...signatures.flatMap(({ signature }) => signature.header),
      ...(token?.header === undefined ? [] : [token.header]),
    ]),
  );
}
