// A recorded request and a URL → the request passed on to it, and its answer.
import type { IngressAnswer } from "@hookwright/core/ingress";
import type { ForwardedRequest } from "./listen-for-events.ts";

/** What belongs to one connection, or is made anew. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "keep-alive",
  "expect",
  "upgrade",
  "te",
  "trailer",
  "proxy-connection",
]);

const TIMEOUT_MS = 20_000;

/** `basePath` is that of the hooks; what stands behind it is appended to the URL. */
export async function forwardRequest(
  { method, target, headers, body }: ForwardedRequest,
  { url, basePath }: { readonly url: string; readonly basePath: string },
): Promise<IngressAnswer> {
  const rest = target.slice(target.indexOf(basePath) + basePath.length);
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    OWN_HEADERS.has(name) ? [] : [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  try {
    const answer = await fetch(url.replace(/\/+$/, "") + rest, {
      method,
      headers: sent,
      body: Buffer.from(body),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const type = answer.headers.get("content-type");
    return {
      status: answer.status,
      headers: type === null ? {} : { "content-type": type },
      body: await answer.text(),
    };
  } catch {
    const text = {
      ok: false,
      error: "The request could not be passed on.",
      code: "forward_failed",
    };
    const type = { "content-type": "application/json; charset=utf-8" };
    return { status: 502, headers: type, body: JSON.stringify(text) };
  }
}
