// Endpoints of `host.notify` → a channel that signs each event by Standard Webhooks and posts it.
import { lookup as systemLookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Clock, SecretInput, Secrets } from "@hookwright/core";
import type { Report } from "@hookwright/core/problems";
import { createWebCrypto, PROVIDERS, signRequest } from "@hookwright/signatures";
import type { Channel, SendResult } from "../../model/channel.ts";
import { NOTIFY_CHANNEL, type NotifyEndpoint } from "../../model/notify.ts";
import { readSecretAt } from "../../settings/read-secrets.ts";
import { hostOf, isLoopbackAddress, isPublicAddress, namesLoopback } from "./public-address.ts";

interface NotifyOptions {
  readonly secrets?: Secrets | undefined;
  readonly clock: Clock;
  readonly report: Report;
  /** Default: the resolver of the system. */
  readonly lookup?: typeof systemLookup;
}

/** A receiver knows an event by its `webhook-id`, so it may come again as long as it is tried. */
const KEY_WINDOW_MS = 24 * 3_600_000;

/** Receivers should store the event and answer at once. */
const ANSWER_MS = 15_000;

const MAX_TEXT = 1_048_576;

/** Undefined without endpoints. Secrets that cannot be read are reported. */
export function createNotifyChannel(
  endpoints: readonly NotifyEndpoint[],
  { secrets, clock, report, lookup = systemLookup }: NotifyOptions,
): Channel | undefined {
  if (endpoints.length === 0) return undefined;
  const known = new Map(
    endpoints.flatMap((endpoint, index) => {
      const reading = { path: ["host", "notify", index], report, secrets };
      const secret = readSecretAt(endpoint.secret as SecretInput, ["secret"], reading);
      return secret === undefined ? [] : [[endpoint.name, { ...endpoint, secret }] as const];
    }),
  );
  return {
    id: NOTIFY_CHANNEL,
    limit: MAX_TEXT,
    keyWindowMs: KEY_WINDOW_MS,
    parseRecipient: (to) =>
      known.has(to) ? { ok: true, to } : { ok: false, hint: "Name an endpoint of host.notify." },
    send: async ({ key, to, text }, signal) => {
      const endpoint = known.get(to);
      if (endpoint === undefined) {
        return refused("notify_unknown", `host.notify has no endpoint "${to}" any more.`);
      }
      const [id = key] = key.split("/");
      const signed = await sign({ id, body: text, secret: endpoint.secret, sentAt: clock() });
      if (!signed.ok) return refused("notify_secret", signed.message);
      const headers = { ...signed.headers, "content-type": "application/json" };
      return post(endpoint, { headers, body: text, signal, lookup, id });
    },
  };
}

const [SCHEME] = PROVIDERS.find(({ id }) => id === "standard-webhooks")?.signatures ?? [];

function sign(event: { id: string; body: string; secret: string; sentAt: number }) {
  const crypto = createWebCrypto(globalThis.crypto.subtle);
  const { id, body, secret: key, sentAt } = event;
  return signRequest(SCHEME as NonNullable<typeof SCHEME>, { crypto, key, body, sentAt, id });
}

function refused(code: string, message: string): SendResult {
  return { kind: "refused", code, message, scope: "message" };
}

interface Posting {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  readonly lookup: typeof systemLookup;
  readonly id: string;
}

const PRIVATE = "EPRIVATE";

/** Node's client follows no redirect, and connects to no other address than `lookup` allows. */
function post(
  endpoint: Pick<NotifyEndpoint, "url" | "allowPrivate" | "name">,
  { headers, body, signal, lookup, id }: Posting,
): Promise<SendResult> {
  const url = new URL(endpoint.url);
  const isAllowed = (address: string): boolean =>
    endpoint.allowPrivate ||
    (namesLoopback(url) ? isLoopbackAddress(address) : isPublicAddress(address));
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.resolve(privateAddress(endpoint.name));
  const open = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    const request = open(url, {
      ...{ method: "POST", agent: false, signal: limited },
      lookup: checkedLookup(lookup, isAllowed),
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
    });
    request.on("response", (response) => {
      const { statusCode = 0, headers: answered } = response;
      // Nothing of the body is of use, and it may be endless.
      response.destroy();
      resolve(resultOf(statusCode, id, Number(answered["retry-after"])));
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === PRIVATE) resolve(privateAddress(endpoint.name));
      else resolve({ kind: "retry", code: limited.aborted ? "timeout" : "not_connected" });
    });
    request.end(body);
  });
}

/** Asked for each connection, so that a name which changes its address is checked again. */
function checkedLookup(
  lookup: typeof systemLookup,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error === null ? addresses : [];
      if (first === undefined) return done(error ?? notFound(), "", 0);
      if (!addresses.every(({ address }) => isAllowed(address))) {
        const refusal = Object.assign(new Error("A private address."), { code: PRIVATE });
        return done(refusal, "", 0);
      }
      if (options.all === true) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}

function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error("No address."), { code: "ENOTFOUND" });
}

function privateAddress(name: string): SendResult {
  return refused(
    "private_address",
    `The address of the endpoint "${name}" is private. Write "allowPrivate": true if that is intended.`,
  );
}

const LATER = new Set([408, 425, 429]);

function resultOf(status: number, id: string, retryAfterSeconds: number): SendResult {
  if (status >= 200 && status < 300) return { kind: "sent", id };
  if (status >= 500 || LATER.has(status)) {
    const code = status === 429 ? "rate_limited" : "server_error";
    return {
      ...{ kind: "retry", code },
      ...(retryAfterSeconds > 0 && { afterMs: retryAfterSeconds * 1_000 }),
    };
  }
  if (status >= 300 && status < 400) {
    return refused(
      "redirected",
      `The endpoint redirects (${status}). Write the address it leads to.`,
    );
  }
  return refused("notify_refused", `The endpoint answered ${status}.`);
}
