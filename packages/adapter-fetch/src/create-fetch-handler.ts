// An ingress → a fetch handler: a Request → a Response, or undefined if it is not for the hooks.
import type { IngressAnswer, IngressRequest, Receiver } from "@hookwright/core/ingress";
import { createFetchBody, type FetchBody } from "./read-body.ts";

/**
 * Resolves to `undefined` for a request that is not for the hooks, and leaves it unread. `dispatch` gets the
 * `context`.
 */
export type FetchHandler<Context = unknown> = (
  request: Request,
  info?: { readonly remoteAddress?: string | undefined; readonly context?: Context },
) => Promise<Response | undefined>;

/**
 * Creates a handler for Workers, Bun, Deno, Hono, Next and similar runtimes. Pass requests unread.
 *
 * @example
 * ```ts
 * const hooks = createFetchHandler(ingress);
 * const fetch = async (request) => (await hooks(request)) ?? new Response(null, { status: 404 });
 * ```
 */
export function createFetchHandler<Context>(ingress: Receiver<Context>): FetchHandler<Context> {
  return async (request, info) => {
    let body: FetchBody | undefined;
    const received: IngressRequest<Context> = {
      method: request.method,
      // `new URL` would take as long as all gates together.
      target: request.url.slice(request.url.indexOf("/", request.url.indexOf("//") + 2)),
      // No prototype, because a header may be named `__proto__`.
      headers: () => Object.assign(Object.create(null), Object.fromEntries(request.headers)),
      remoteAddress: () => info?.remoteAddress,
      context: () => info?.context,
      readBody: async (limits) => {
        // Something has already read the body, and its bytes are lost.
        if (request.bodyUsed) return { kind: "parsed", value: undefined };
        body = openBody(request);
        return body?.read(limits) ?? { kind: "bytes", bytes: new Uint8Array() };
      },
      isGone: () => request.signal.aborted,
      onGone: (listener) => {
        const { signal } = request;
        signal.addEventListener("abort", listener, { once: true });
        return () => signal.removeEventListener("abort", listener);
      },
    };
    const answer = await ingress.receive(received);
    if (answer === undefined) return undefined;
    // It may already be open, if there was no room to read it.
    if (!request.bodyUsed) body ??= openBody(request);
    return respond(answer, request.body?.locked ? body : undefined);
  };
}

function openBody({ body }: Request): FetchBody | undefined {
  return body ? createFetchBody(body.getReader()) : undefined;
}

/** A runtime that ends an answer before the request resets the connection, and the answer is lost. */
function respond({ status, headers, body }: IngressAnswer, unread?: FetchBody): Response {
  // A 204 must have no body at all, not an empty one.
  if (unread === undefined) return new Response(body || null, { status, headers });
  const bytes = new TextEncoder().encode(body);
  const closing = { ...headers, "content-length": `${bytes.length}`, connection: "close" };
  const lingering = new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    pull: (controller) => unread.discard().then(() => controller.close()),
  });
  return new Response(lingering, { status, headers: closing });
}
