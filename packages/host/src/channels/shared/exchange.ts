// One request of a platform's client → the platform's answer as data, or how far the request came.

import {
  type Answer,
  type Exchange,
  type HttpRequest,
  type SendOptions,
  sendRequest,
} from "@hookwright/node-kit/http";

/** What clients call instead of `fetch`. */
type ClientFetch = (url: string | URL, init?: ClientInit) => Promise<Response>;

interface ClientInit {
  readonly method?: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/**
 * Lets a client make one request, and reports what came of it. The result comes from the answer alone:
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
      // Each client has types of its own for what `fetch` takes.
      const init = { method, headers, body } as Omit<HttpRequest, "url">;
      const came = await sendRequest({ url, ...init }, options);
      resolve(came);
      // Where nothing came the client gets an answer that no client tries again.
      return came.kind === "answer" ? copyOf(came) : new Response("{}", { status: 400 });
    };
    // What the client returns or throws is its reading of the answer.
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
