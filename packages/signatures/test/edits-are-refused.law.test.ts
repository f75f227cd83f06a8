// A signed request of each vendor, and any edit of what is signed → a refusal.
import fc from "fast-check";
import { expect, test } from "vitest";
import { keyFor } from "../../core/test/judges/judged.ts";
import { planAuth } from "../src/authoring/plan-auth/plan-auth.ts";
import { signRequest } from "../src/authoring/sign-request.ts";
import type { AuthRequest, RouteAuth, SignatureScheme } from "../src/model.ts";
import { parseSigned, type SignedPart } from "../src/serving/build-signed.ts";
import { linkAuth } from "../src/serving/link-auth.ts";
import { createWebCrypto } from "../src/serving/web-crypto.ts";
import { VENDORS } from "../src/vendors/generated/vendors.ts";
import type { Sample, Vendor } from "../src/vendors/shared/vendor.ts";

const crypto = createWebCrypto(globalThis.crypto.subtle);
const NOW = 1_767_225_600_000;
const PUBLIC_URL = "https://hooks.example.com/hooks/x";
const CONTEXT = { id: "id-1", now: NOW, seconds: NOW / 1000, iso: new Date(NOW).toISOString() };
const FORM = "application/x-www-form-urlencoded";

interface Row {
  readonly vendor: Vendor;
  readonly scheme: SignatureScheme;
  readonly sample: Sample;
}

const GENERIC: Sample = { event: "event", body: ({ id }) => ({ id, text: "Gr\u00fc\u00dfe" }) };

const ROWS = VENDORS.flatMap((vendor) => {
  const samples = vendor.samples ?? [GENERIC];
  // The schemes of one kind differ in their headers: each with a sample of each content type.
  const kinds = [...new Map(samples.map((sample) => [sample.type, sample])).values()];
  return (vendor.provider.signatures ?? []).flatMap((scheme) =>
    kinds.map((sample): readonly [string, Row] => [
      `${vendor.provider.id}: ${scheme.signed} of ${sample.event}`,
      { vendor, scheme, sample },
    ]),
  );
});

interface Signed {
  readonly auth: RouteAuth;
  readonly request: AuthRequest;
  readonly parts: readonly SignedPart[];
}

async function signed({ vendor, scheme, sample }: Row): Promise<Signed> {
  const key = keyFor(scheme);
  const proof = scheme.scheme === "hmac" ? { secret: key.shown } : { publicKey: key.shown };
  const needsUrl = vendor.provider.needsPublicUrl === true;
  const input = {
    provider: vendor.provider.id,
    ...proof,
    ...(needsUrl && { publicUrl: PUBLIC_URL }),
  };
  const planned = planAuth(input);
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  const linked = linkAuth(planned.plan, { crypto, readSecret: String });
  if (!linked.ok) throw new Error(JSON.stringify(linked.problems));
  const fields = sample.body(CONTEXT);
  const isForm = sample.type === "form";
  const parsed = parseSigned(scheme.signed);
  const parts = parsed.ok ? parsed.parts : [];
  const named = parts.flatMap((part) => (part.kind === "header" ? [[part.name, "12345"]] : []));
  const sent = await signRequest(scheme, {
    crypto,
    key: key.signing,
    body: isForm
      ? new URLSearchParams(fields as Record<string, string>).toString()
      : JSON.stringify(fields),
    sentAt: NOW,
    id: CONTEXT.id,
    publicUrl: PUBLIC_URL,
    contentType: isForm ? FORM : "application/json",
    query: sample.query ?? "",
    headers: { ...Object.fromEntries(named), ...sample.headers },
  });
  if (!sent.ok) throw new Error(sent.message);
  const { method, headers, query, body } = sent;
  const target = query === "" ? "/hooks/x" : `/hooks/x?${query}`;
  const request = { method, headers, body, target, receivedAt: NOW };
  return { auth: linked.auth, request, parts };
}

/** Where an edit is, in parts of a thousand; and the character that is written there. */
interface Where {
  readonly at: number;
  readonly character: string;
  readonly how: "replace" | "insert" | "delete";
}

const where: fc.Arbitrary<Where> = fc.record({
  at: fc.integer({ min: 0, max: 999 }),
  character: fc.constantFrom(..."0123456789abcdefXYZ"),
  how: fc.constantFrom("replace", "insert", "delete"),
});

function edit(text: string, { at, character, how }: Where): string {
  const index = Math.floor((at * text.length) / 1000);
  const rest = text.slice(how === "insert" ? index : index + 1);
  return text.slice(0, index) + (how === "delete" ? "" : character) + rest;
}

/** A byte of a body, whatever its meaning. */
function editBytes(body: Uint8Array, place: Where): Uint8Array {
  const latin1 = Buffer.from(body).toString("latin1");
  return Buffer.from(edit(latin1, place), "latin1");
}

/** Before a `|` is the name of a key, which chooses nothing: every signature is compared under the key of the config. */
function editField(body: Uint8Array, name: string, place: Where): Uint8Array {
  const fields = new URLSearchParams(Buffer.from(body).toString());
  const value = fields.get(name) ?? "";
  const start = value.indexOf("|") + 1;
  fields.set(name, value.slice(0, start) + edit(value.slice(start), place));
  return Buffer.from(fields.toString());
}

function editQuery(target: string, name: string, place: Where): string {
  const [path = "", query = ""] = target.split("?");
  const fields = new URLSearchParams(query);
  fields.set(name, edit(fields.get(name) ?? "", place));
  return `${path}?${fields}`;
}

type Edit = (request: AuthRequest, place: Where) => AuthRequest;

const editHeader =
  (name: string): Edit =>
  (request, place) => ({
    ...request,
    headers: { ...request.headers, [name]: edit(String(request.headers[name]), place) },
  });

/** One edit for each signed thing that the request has. */
function editsOf({ scheme }: Row, { parts, request }: Signed): readonly Edit[] {
  const ofParts = parts.flatMap((part) => editsOfPart(part, request));
  const { signature, timestamp, id } = scheme;
  const names = [signature.header, timestamp?.header, id?.header].flat();
  const headers = Object.keys(request.headers).filter((name) =>
    names.some((one) => one === name || (signature.numbered !== undefined && name === `${one}1`)),
  );
  const inForm: readonly Edit[] =
    signature.form === undefined
      ? []
      : [
          (sent, place) => ({
            ...sent,
            body: editField(sent.body, signature.form as string, place),
          }),
        ];
  const inBodyHash: readonly Edit[] =
    scheme.bodyHash === undefined || request.headers["content-type"] === FORM
      ? []
      : [(sent, place) => ({ ...sent, body: editBytes(sent.body, place) })];
  return [...ofParts, ...headers.map(editHeader), ...inForm, ...inBodyHash];
}

function editsOfPart(part: SignedPart, request: AuthRequest): readonly Edit[] {
  switch (part.kind) {
    case "body":
    case "bodyHash":
      return [(sent, place) => ({ ...sent, body: editBytes(sent.body, place) })];
    case "method":
      return [(sent) => ({ ...sent, method: "PUT" })];
    case "url":
      return [(sent, place) => ({ ...sent, target: `${sent.target}?${edit("a=1", place)}` })];
    case "header":
      return [editHeader(part.name)];
    case "query":
      return [(sent, place) => ({ ...sent, target: editQuery(sent.target, part.name, place) })];
    case "field":
      return [(sent, place) => ({ ...sent, body: editField(sent.body, part.name, place) })];
    case "form": {
      if (request.headers["content-type"] !== FORM) return [];
      const names = [...new URLSearchParams(Buffer.from(request.body).toString()).keys()];
      return names.map((name) => (sent, place) => ({
        ...sent,
        body: editField(sent.body, name, place),
      }));
    }
    default:
      return [];
  }
}

function isSame(one: AuthRequest, other: AuthRequest): boolean {
  const text = ({ headers, target, body, method }: AuthRequest) =>
    JSON.stringify([headers, target, method, Buffer.from(body).toString("latin1")]);
  return text(one) === text(other);
}

/** What readers take for the same: the case of hexadecimal digits, and of the parameters that are signed in lower case. */
function isCaseOnly({ scheme, sample }: Row, one: AuthRequest, other: AuthRequest): boolean {
  if (scheme.encoding !== "hex" && sample.query === undefined) return false;
  const text = ({ headers, target }: AuthRequest) =>
    JSON.stringify([headers, target]).toLowerCase();
  const isSameBody = Buffer.from(one.body).equals(Buffer.from(other.body));
  if (text(one) === text(other) && isSameBody) return true;
  const { form } = scheme.signature;
  return form !== undefined && lowerField(one.body, form) === lowerField(other.body, form);
}

function lowerField(body: Uint8Array, name: string): string {
  const fields = new URLSearchParams(Buffer.from(body).toString());
  fields.set(name, (fields.get(name) ?? "").toLowerCase());
  return fields.toString();
}

test.each(ROWS)("%s: any edit of what is signed is refused", async (_, row) => {
  const whole = await signed(row);
  const { auth, request } = whole;
  expect(await auth.check(request)).toMatchObject({ ok: true });
  const edits = editsOf(row, whole);
  expect(edits.length).toBeGreaterThan(1);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...edits), where, async (make, place) => {
      const changed = make(request, place);
      fc.pre(!isSame(request, changed) && !isCaseOnly(row, request, changed));
      expect(await auth.check(changed)).toMatchObject({ ok: false });
    }),
    { numRuns: 60 },
  );
});
