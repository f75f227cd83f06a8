// The names of the headers that may carry the hook token → in lower case; those that mean something else are reported.

import { readOwn } from "@hookwright/base";
import { PROVIDERS } from "@hookwright/signatures/plan";
import { createProblem, HOOKS_DEFAULTS, type Report } from "../../model/index.ts";
import type { HooksInput } from "../config/index.ts";

export function planTokenHeaders(hooks: HooksInput, report: Report): readonly string[] {
  const { tokenHeaders } = hooks;
  if (tokenHeaders === undefined) return HOOKS_DEFAULTS.tokenHeaders;
  const signed = headersOfProofs(hooks);
  const names = tokenHeaders.flatMap((written, index) => {
    // An entry of a wrong type was taken out and is reported already.
    const name = written?.trim().toLowerCase();
    if (name === undefined) return [];
    const why = findObjection(name, signed);
    if (why === undefined) return [name];
    const path = ["hooks", "tokenHeaders", index];
    const message = `The header "${written}" cannot carry the hook token: ${why}.`;
    const hint =
      'Write a name of its own, such as "x-hook-token". "Authorization: Bearer" always works.';
    report(createProblem("token_header_refused", path, message, { hint }));
    return [];
  });
  return [...new Set(names)];
}

/** RFC 9110, 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Each with what it means to servers, proxies or senders, who would show, change or log the token. */
const OTHER_MEANINGS: readonly (readonly [names: RegExp, meaning: string])[] = [
  [/^authorization$/, "it carries the Bearer token anyway, and other schemes of senders"],
  [/^(?:cookie|set-cookie)2?$|^proxy-/, "browsers and proxies set it"],
  [
    /^(?:host|origin|referer|user-agent|from|date|via|accept|expect|range|upgrade|connection|keep-alive|te|trailer|transfer-encoding|www-authenticate|if-.*|accept-.*|sec-.*|access-control-.*)$/,
    "HTTP gives it another meaning",
  ],
  [/^content-/, "it describes the body"],
  [
    /^(?:forwarded|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|x-original-.*)$/,
    "proxies set it",
  ],
  [/idempotency-key$/, "it carries the idempotency key"],
  [
    /^(?:x-request-id|x-correlation-id|traceparent|tracestate|baggage)$/,
    "it names the request in logs",
  ],
  [/signature|hmac|digest|-sig(?:-|$)|content-mac/, "signatures are sent in it"],
];

function findObjection(name: string, signed: ReadonlySet<string>): string | undefined {
  if (!HEADER_NAME.test(name)) return "no header has such a name";
  const other = OTHER_MEANINGS.find(([names]) => names.test(name));
  if (other !== undefined) return other[1];
  return signed.has(name) ? "signatures are sent in it" : undefined;
}

/** Of vendors, and of the schemes that the mappings write themselves. */
function headersOfProofs({ mappings = [] }: HooksInput): ReadonlySet<string> {
  const ofVendors = PROVIDERS.flatMap(({ signatures = [] }) =>
    signatures.flatMap(({ signature, timestamp, id }) =>
      [signature, timestamp, id].flatMap((place) => place?.header ?? []),
    ),
  );
  const ofMappings = mappings.flatMap((mapping) => {
    const auth = mapping?.auth;
    if (typeof auth !== "object" || auth.token !== undefined || auth.tokens !== undefined)
      return [];
    const places = [auth, auth.signature, auth.timestamp, auth.id];
    return places.flatMap((place) =>
      [readOwn(place, "header") ?? []].flat().filter((name) => typeof name === "string"),
    );
  });
  return new Set([...ofVendors, ...ofMappings].map((name) => name.toLowerCase()));
}
