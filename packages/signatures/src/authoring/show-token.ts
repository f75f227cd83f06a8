// The place of a token and a request → the request with the token, as a vendor that signs nothing sends it.
import { parseJson } from "@hookwright/base";
import type { TokenLocation } from "../model.ts";
import { decodeUtf8, isForm } from "../serving/build-signed.ts";
import { encodeBytes } from "../serving/bytes.ts";
import { encodeText } from "../serving/decode-key.ts";
import type { SignedRequest, SignResult } from "./sign-request.ts";

declare class URLSearchParams {
  constructor(text: string);
  set(name: string, value: string): void;
  toString(): string;
}

/**
 * Puts a token into a request. For `basic`, the token is the user, a colon and the password. A body that is neither a
 * form nor a JSON object cannot have one, which is a result.
 *
 * @example
 * ```ts
 * showToken({ header: "x-token" }, "the token", request); // { ok: true, headers: { "x-token": "the token", … }, … }
 * ```
 */
export function showToken(place: TokenLocation, token: string, request: SignedRequest): SignResult {
  const { header, prefix = "", query, body: paths = [] } = place;
  const [path] = [paths].flat();
  if (path !== undefined && isForm(request.headers)) {
    const fields = new URLSearchParams(decodeUtf8(request.body) ?? "");
    fields.set(path, token);
    return { ok: true, ...request, body: encodeText(fields.toString()) };
  }
  if (path !== undefined) {
    const value = parseBody(request.body);
    if (value === undefined) return { ok: false, message: NO_OBJECT };
    const body = encodeText(JSON.stringify(withToken(value, path, token)));
    return { ok: true, ...request, body };
  }
  if (query !== undefined) {
    const parameters = new URLSearchParams(request.query);
    parameters.set(query, token);
    return { ok: true, ...request, query: parameters.toString() };
  }
  const value =
    header === undefined ? `Basic ${encodeBytes(encodeText(token), "base64")}` : prefix + token;
  const headers = { ...request.headers, [header ?? "authorization"]: value };
  return { ok: true, ...request, headers };
}

const NO_OBJECT = "The token of this sender is in the body, which is not a JSON object here.";

function parseBody(bytes: Uint8Array): object | undefined {
  const text = decodeUtf8(bytes);
  const parsed = text === undefined ? undefined : parseJson(text, bytes);
  const value = parsed?.ok ? parsed.value : undefined;
  return typeof value === "object" && value !== null ? value : undefined;
}

/** `value[].clientState`: in every element. */
function withToken(target: unknown, path: string, token: string): unknown {
  const [, list, rest] = /^([^.[]+)\[\]\.(.+)$/.exec(path) ?? [];
  const fields = target as Readonly<Record<string, unknown>>;
  if (list !== undefined && rest !== undefined) {
    const elements = [fields[list] ?? []].flat();
    return { ...fields, [list]: elements.map((element) => withToken(element, rest, token)) };
  }
  const [first = "", ...others] = path.split(".");
  const value =
    others.length === 0 ? token : withToken(fields[first] ?? {}, others.join("."), token);
  return { ...fields, [first]: value };
}
