// One request of a platform's client → the platform's answer as data, or how far the request came.

import {
  type Answer,
  type Exchange,
  type HttpRequest,
  type SendOptions,
  sendRequest,
} from "@hookwright/node-kit/http";

/** Clients call this instead of `fetch`. */
type ClientFetch = (url: string | URL, init?: ClientInit) => Promise<Response>;

interface ClientInit {
  readonly method?: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/**
 * Lets a client make one request, and reports the outcome. The result comes from the answer alone:
 * clients follow redirects, hide statuses, and try again by themselves, each in its own way. A second
 * request of the same client fails.
 */
export function exchangeThrough(
  use: (fetch: ClientFetch) => Promise<unknown>,
  options: Pick<SendOptions, "fetch" | "signal">,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let requests = 0;
    const once: ClientFetch = async (url, { method, headers, body } = {}) => {
      requests++;
      if (requests > 1) throw new Error("One call of a channel makes one request.");
      // Each client has its own types for the arguments of `fetch`.
      const init = { method, headers, body } as Omit<HttpRequest, "url">;
      const came = await sendRequest({ url, ...init }, options);
      resolve(came);
      // Without an answer, the client gets a status that no client retries.
      return came.kind === "answer" ? copyOf(came) : new Response("{}", { status: 400 });
    };
    // The return value or error of the client is ignored: it only interprets the answer.
    const settled = (): void => {
      if (requests === 0) resolve({ kind: "not_made", code: "client_refused" });
    };
    new Promise((done) => {
      // A client may throw while it is created.
      done(use(once));
    }).then(settled, settled);
  });
}

function copyOf({ status, headers, text }: Answer): Response {
  const bodiless = status === 204 || status === 205 || status === 304;
  const known = status >= 200 && status <= 599 ? status : 500;
  return new Response(bodiless ? null : text, { status: known, headers });
}
