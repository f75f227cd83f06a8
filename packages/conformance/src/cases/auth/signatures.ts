// Routes with signatures: who may send, and what one 401 says.
import { deflateSync, gzipSync } from "node:zlib";
import { TOKEN } from "../../base-config.ts";
import type { Case, CaseRequest } from "../../case.ts";
import { SECRET } from "../../sign.ts";
import {
  ACCEPTED,
  BODY,
  GITHUB,
  github,
  HEADER,
  OLD_SECRET,
  RIGHT,
  refusedBy,
  signed,
  UNAUTHORIZED,
  UNSIGNED,
  WRONG,
} from "../../signed.ts";

const ZIPPED = gzipSync(BODY);
const BOMB = gzipSync(new Uint8Array(1_000_000));

/** With a signature over these bytes. */
async function compressed(bytes: string | Uint8Array): Promise<CaseRequest> {
  const request = await github(bytes);
  const headers = [...(request.headers ?? []), ["Content-Encoding", "gzip"] as const];
  return { ...request, headers };
}

/** As GitHub sends it if the webhook's content type is that of forms. */
async function githubForm(fields: string): Promise<CaseRequest> {
  const request = await github(fields);
  const type = ["Content-Type", "application/x-www-form-urlencoded"] as const;
  return { ...request, headers: [...(request.headers ?? []), type] };
}

const OPENED_FORM = await githubForm(`payload=${encodeURIComponent('{"action":"opened"}')}`);

const DECODED = signed({ provider: "github", secret: SECRET, signed: "{body:decoded}" });

const SIGNED_HEADERS = RIGHT.headers ?? [];

export const signatureCases: readonly Case[] = [
  {
    name: "a form of a vendor that sends JSON and forms is read if the mapping has no body",
    hooks: GITHUB,
    request: OPENED_FORM,
    expect: { ...ACCEPTED, actions: [{ parts: [{ text: "opened" }] }] },
  },
  {
    name: "a form of a vendor that sends JSON and forms is a 415 if the mapping has the body json",
    hooks: signed({ provider: "github", secret: SECRET }, { body: "json" }),
    request: OPENED_FORM,
    expect: { status: 415, code: "unsupported_media_type" },
  },
  { name: "a right signature opens its route", hooks: GITHUB, request: RIGHT, expect: ACCEPTED },
  {
    name: "a right signature of a body in chunks opens its route",
    hooks: GITHUB,
    request: { ...RIGHT, chunked: 5 },
    expect: ACCEPTED,
  },
  ...[
    { coding: "gzip", body: gzipSync(BODY) },
    { coding: "deflate", body: deflateSync(BODY) },
    { coding: "identity", body: BODY },
  ].map(
    ({ coding, body }): Case => ({
      name: `a body that is signed before it is sent as ${coding} opens its route`,
      hooks: DECODED,
      request: { ...RIGHT, body, headers: [...SIGNED_HEADERS, ["Content-Encoding", coding]] },
      expect: ACCEPTED,
    }),
  ),
  {
    name: "a signature of the compressed bytes is refused if the text must be signed",
    hooks: DECODED,
    request: await compressed(ZIPPED),
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "a wrong Content-Encoding is refused as a wrong signature if bodies are decompressed first",
    hooks: DECODED,
    request: { ...RIGHT, headers: [...SIGNED_HEADERS, ["Content-Encoding", "gzip"]] },
    expect: { ...refusedBy("signature_wrong") },
  },
  {
    name: "a compression bomb of an unauthenticated sender ends at a hundred times its size",
    hooks: { ...DECODED, maxBodyBytes: 2_000_000 },
    request: { ...RIGHT, body: BOMB, headers: [...SIGNED_HEADERS, ["Content-Encoding", "gzip"]] },
    expect: { status: 413, code: "payload_too_large" },
  },
  {
    name: "a body that is decompressed before authentication must fit into the budget of such bodies",
    hooks: DECODED,
    options: { unauthenticatedBodies: { maxBytes: ZIPPED.length + 5 } },
    request: {
      ...RIGHT,
      body: ZIPPED,
      headers: [...SIGNED_HEADERS, ["Content-Encoding", "gzip"]],
    },
    expect: { status: 503, code: "bodies_overloaded" },
  },
  {
    name: "an empty body is signed like any other",
    hooks: signed({ provider: "github", secret: SECRET }, { messageTemplate: "static" }),
    request: await github(""),
    expect: ACCEPTED,
  },
  {
    name: "a changed body is refused",
    hooks: GITHUB,
    request: WRONG,
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "a body with one more space is refused, although it is the same JSON",
    hooks: GITHUB,
    request: { ...RIGHT, body: `${BODY} ` },
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "bytes that are not UTF-8 are verified like any others, then decoded",
    hooks: GITHUB,
    request: await github(Buffer.from([0x22, 0xff, 0x22])),
    expect: { status: 400, code: "invalid_encoding" },
  },
  {
    name: "bytes that are not UTF-8 are not decoded before the signature is checked",
    hooks: GITHUB,
    request: { ...RIGHT, body: Buffer.from([0x22, 0xff, 0x22]) },
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "a compressed body is refused for its signature before its encoding",
    hooks: GITHUB,
    request: { ...WRONG, headers: [HEADER, ["Content-Encoding", "gzip"]] },
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "a right signature over the compressed bytes opens the route, and the decoded body is resolved",
    hooks: GITHUB,
    request: await compressed(ZIPPED),
    expect: {
      ...ACCEPTED,
      actions: [{ parts: [{ text: "opened" }] }],
      record: { mappingId: "signed", bodyBytes: ZIPPED.length },
    },
  },
  {
    name: "a signature over the decoded bytes is refused",
    hooks: GITHUB,
    request: { ...(await compressed(BODY)), body: ZIPPED },
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "a signed bomb is a 413",
    hooks: GITHUB,
    request: await compressed(BOMB),
    expect: { status: 413, code: "payload_too_large" },
  },
  {
    name: "a signature with another secret is refused",
    hooks: GITHUB,
    request: await github(BODY, OLD_SECRET),
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "the older of two secrets opens the route, and the record has its index",
    hooks: signed({ provider: "github", secrets: [SECRET, OLD_SECRET] }),
    request: await github(BODY, OLD_SECRET),
    expect: { ...ACCEPTED, record: { keyIndex: 1 } },
  },
  {
    name: "a request without a signature is refused",
    hooks: GITHUB,
    request: UNSIGNED,
    expect: refusedBy("signature_missing"),
  },
  {
    name: "a signature that comes twice is refused",
    hooks: GITHUB,
    request: { ...RIGHT, headers: [HEADER, HEADER] },
    expect: { ...UNAUTHORIZED, record: { auth: expect401() } },
  },
  {
    name: "a name that nobody has is refused in the same words",
    hooks: { mappings: [] },
    request: { target: "/hooks/unknown", token: null, body: BODY },
    expect: UNAUTHORIZED,
  },
  {
    name: "a wrong hook token is refused in the same words",
    request: { target: "/hooks/wake", token: "wrong", body: BODY },
    expect: UNAUTHORIZED,
  },
  {
    name: "the hook token does not open a signed route",
    hooks: GITHUB,
    request: { ...UNSIGNED, token: TOKEN },
    expect: refusedBy("signature_missing"),
  },
  {
    name: "the hook token opens a signed route with orToken",
    hooks: signed({ provider: "github", secret: SECRET, orToken: true }),
    request: { ...UNSIGNED, token: TOKEN },
    expect: { ...ACCEPTED, record: { mappingId: "signed", credential: "bearer" } },
  },
  {
    name: "a signature opens a route with orToken, whatever token is beside it",
    hooks: signed({ provider: "github", secret: SECRET, orToken: true }),
    request: { ...RIGHT, token: "wrong" },
    expect: ACCEPTED,
  },
  {
    name: "a wrong token and a wrong signature get the same 401",
    hooks: signed({ provider: "github", secret: SECRET, orToken: true }),
    request: { ...WRONG, token: "wrong" },
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "a signed event that no mapping of its name matches is a 204, and no catch-all gets it",
    hooks: signed(
      { provider: "github", secret: SECRET },
      { match: { path: "signed", source: "elsewhere" } },
    ),
    request: RIGHT,
    expect: { status: 204, body: "", record: { outcome: "unmatched" } },
  },
  {
    name: "a signed event that its mapping refuses is a 400",
    hooks: signed({ provider: "github", secret: SECRET }, { sessionKey: "{{nothing}}" }),
    request: RIGHT,
    expect: { status: 400, record: { code: "session_key_refused", outcome: "refused" } },
  },
  {
    name: "a GET on a signed route without a handshake is a 405",
    hooks: GITHUB,
    request: { method: "GET", target: "/hooks/signed", token: null },
    expect: { status: 405, code: "method_not_allowed", headers: { allow: "POST" } },
  },
  {
    name: "after twenty wrong signatures the answer is 429",
    hooks: GITHUB,
    before: { times: 20, request: WRONG },
    request: WRONG,
    expect: { status: 429, code: "too_many_failures", headers: { "retry-after": /^\d+$/ } },
  },
  {
    name: "a right signature is accepted after many failures",
    hooks: GITHUB,
    before: { times: 25, request: UNSIGNED },
    request: RIGHT,
    expect: ACCEPTED,
  },
];

/** Whether or not the runtime joins them, a repeated header is refused. */
function expect401(): { readonly asymmetricMatch: (code: unknown) => boolean } {
  const codes = ["signature_repeated", "signature_malformed"];
  return { asymmetricMatch: (code) => codes.includes(String(code)) };
}
