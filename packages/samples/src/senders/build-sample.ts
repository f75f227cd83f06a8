// A provider, one of its samples and what proves the sender → the request as the vendor would send it.
import type { Provider, TokenLocation } from "@hookwright/core";
import {
  type SenderScheme,
  type SignOptions,
  type SignResult,
  showToken,
  signRequest,
} from "@hookwright/signatures";
import type { Sample, SampleContext } from "@hookwright/signatures/vendors";
import { SampleError } from "./sample-error.ts";
import { contextAt } from "./samples.ts";
import { changeBody, checkTampering, signOther, type Tampering } from "./tamper.ts";

/** What the request says of its sender. */
export type Proof =
  | {
      readonly kind: "signature";
      readonly key: SignOptions["key"];
      readonly scheme: SenderScheme;
    }
  | { readonly kind: "token"; readonly token: string; readonly place: TokenLocation }
  /** The hook has no proof. */
  | { readonly kind: "none" };

/** How a request is signed, and what shall be wrong with it. */
export interface SigningOptions {
  readonly proof: Proof;
  readonly crypto: SignOptions["crypto"];
  readonly context: SampleContext;
  /** Without the question mark. */
  readonly query: string;
  readonly publicUrl: string | undefined;
  readonly tamper: Tampering | undefined;
  /** Changes the body before it is signed. */
  readonly renew?:
    | ((
        body: string | Uint8Array,
        headers: Readonly<Record<string, string>>,
      ) => string | Uint8Array)
    | undefined;
}

interface SampleOptions extends SigningOptions {
  readonly provider: Provider | undefined;
  /** They replace those of the sample, by lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A request before it is signed. */
export interface UnsignedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: string | Uint8Array;
  readonly claims?: Sample["claims"];
}

/** A request that is signed: method, headers, query and the bytes of its body. */
export type BuiltRequest = Extract<SignResult, { readonly ok: true }>;

/**
 * A sample of a vendor, signed as the vendor signs. Rejects with a `SampleError` where that cannot be.
 *
 * @example
 * ```ts
 * const [sample] = SAMPLES["github"];
 * const request = await buildSample(sample, options);
 * ```
 */
export function buildSample(sample: Sample, options: SampleOptions): Promise<BuiltRequest> {
  return proveRequest(writeSample(sample, options), options);
}

function writeSample(
  { type = "json", headers = {}, query: ofSample = "", body, claims }: Sample,
  { provider, context, query: ofUrl, headers: own }: SampleOptions,
): UnsignedRequest {
  const idHeader = provider?.delivery?.id?.header;
  const contentType = { "content-type": contentTypeOf({ type }) };
  const all = { ...contentType, ...headers, ...(idHeader && { [idHeader]: context.id }), ...own };
  const text = WRITERS[type](body(context));
  const query = [ofUrl, ofSample].filter((one) => one !== "").join("&");
  return { method: "POST", headers: all, query, body: text, ...(claims && { claims }) };
}

const CONTENT_TYPES: Readonly<Record<NonNullable<Sample["type"]>, string>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  empty: "application/json",
};

/** The `Content-Type` of a sample. */
export function contentTypeOf({ type = "json" }: Pick<Sample, "type">): string {
  return CONTENT_TYPES[type];
}

const WRITERS: Readonly<Record<NonNullable<Sample["type"]>, (body: object) => string>> = {
  json: (body) => JSON.stringify(body),
  form: (body) => new URLSearchParams(body as Record<string, string>).toString(),
  empty: () => "",
};

/** Signs a request, or puts the token into it; and changes it afterwards, where it shall be refused. */
export async function proveRequest(
  written: UnsignedRequest,
  options: SigningOptions,
): Promise<BuiltRequest> {
  const { proof, tamper, renew } = options;
  const request =
    renew === undefined ? written : { ...written, body: renew(written.body, written.headers) };
  switch (proof.kind) {
    case "none":
      return showNothing(request, tamper);
    case "token":
      return proveByToken(request, proof, tamper);
    default:
      return sign(request, proof, options);
  }
}

function showNothing(request: UnsignedRequest, tamper: Tampering | undefined): BuiltRequest {
  if (tamper === undefined) return { ok: true, ...request, body: Buffer.from(request.body) };
  throw new SampleError("This hook has no proof, so no change would be noticed.");
}

/** A week: older than every tolerance of the table, of which the longest, Recharge's, is two days. */
const AGE_MS = 604_800_000;

async function sign(
  { method, headers, query, body, claims }: UnsignedRequest,
  { key, scheme }: Extract<Proof, { readonly kind: "signature" }>,
  { crypto, context, publicUrl, tamper }: SigningOptions,
): Promise<BuiltRequest> {
  checkTampering(scheme, tamper);
  const sent = tamper === "time" ? contextAt(context.id, context.now - AGE_MS) : context;
  const result = await signRequest(scheme, {
    ...(tamper === "signature" ? signOther({ crypto, key }) : { crypto, key }),
    body,
    sentAt: sent.now,
    id: sent.id,
    method,
    contentType: headers["content-type"] as string,
    query,
    headers,
    ...(publicUrl !== undefined && { publicUrl }),
    ...(claims && { claims: claims(sent) }),
  });
  if (!result.ok) throw createSignError(result.message, { scheme, publicUrl });
  return tamper === "body" ? { ...result, body: changeBody(scheme, result.body) } : result;
}

interface SignedUrl {
  readonly scheme: SenderScheme;
  readonly publicUrl: string | undefined;
}

function createSignError(message: string, { scheme, publicUrl }: SignedUrl): Error {
  if (!signsUrl(scheme) || publicUrl !== undefined) return new SampleError(message);
  return new SampleError("This sender signs the URL that it was given.", "Write --public-url.");
}

function signsUrl(scheme: SenderScheme): boolean {
  if (typeof scheme === "string") return false;
  return scheme.scheme === "jwt" ? scheme.binds?.of === "query" : scheme.signed.includes("{url}");
}

function proveByToken(
  { method, headers, query, body }: UnsignedRequest,
  { token, place }: Extract<Proof, { readonly kind: "token" }>,
  tamper: Tampering | undefined,
): BuiltRequest {
  if (tamper === "body" || tamper === "time") {
    const hint = "Write --tamper signature, which changes the token.";
    throw new SampleError("This sender signs nothing, so no change would be noticed.", hint);
  }
  const shown = tamper === "signature" ? `${token}x` : token;
  const result = showToken(place, shown, { method, headers, query, body: Buffer.from(body) });
  if (!result.ok) throw new SampleError(result.message);
  return result;
}
