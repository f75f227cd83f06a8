// Law: wherever a sender writes a secret, no record, log, metric, span or answer has it; no metric and no span has a
// client, a key, an id or a value of a payload.
import { createHmac } from "node:crypto";
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { compileHooks } from "@hookwright/core";
import { createIngress, type Dispatch, type RequestRecord } from "@hookwright/core/ingress";
import { createMetrics, createTracing } from "@hookwright/telemetry";
import * as api from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import fc from "fast-check";
import * as promClient from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { createServerLog } from "../src/output/server-log.ts";
import { createCollector } from "./support/collector.ts";

const SECRETS = {
  hook: "hook-token+of/the=law-0",
  github: "github-secret-of-the-law-1",
  gitlab: "gitlab-token-of-the-law-2",
  inQuery: "query-token-of-the-law-3",
  inBody: "body-token-of-the-law-4",
  metaSecret: "meta-secret-of-the-law-5",
  metaVerify: "meta-verify-of-the-law-6",
  zoom: "zoom-secret-of-the-law-7",
  stripe: "whsec_stripe-secret-of-the-law-8",
  basic: "basic-password-of-the-law-9",
};
const USER = "user-of-the-law";
const ALL = Object.values(SECRETS);

/** Values of payloads, and what is reported about single requests and senders. */
const PAYLOAD = "payload-canary-of-the-law";
const CLIENT = "203.0.113.77";
const IDS = ["request-canary-1", "key-canary-of-the-law-2", "delivery-canary-3"];

const mapping = (path: string, auth?: object) => ({
  id: `map-${path}`,
  match: { path },
  messageTemplate: "{{text}}",
  ...(auth !== undefined && { auth }),
});
const CONFIG = {
  hooks: {
    enabled: true,
    token: SECRETS.hook,
    throttle: { trustedProxies: ["192.0.2.0/24"] },
    mappings: [
      { ...mapping("ci"), rateLimit: { events: 50 } },
      { ...mapping("fails"), transform: { module: "fails.js" } },
      mapping("github", { provider: "github", secret: SECRETS.github }),
      mapping("gitlab", { provider: "gitlab", token: SECRETS.gitlab }),
      mapping("query", { token: SECRETS.inQuery, query: "key" }),
      mapping("body", { token: SECRETS.inBody, json: "secret" }),
      mapping("meta", {
        provider: "meta",
        secret: SECRETS.metaSecret,
        handshake: { verifyToken: SECRETS.metaVerify },
      }),
      mapping("zoom", { provider: "zoom", secret: SECRETS.zoom }),
      mapping("stripe", { provider: "stripe", secret: SECRETS.stripe }),
      mapping("basic", { basic: { user: USER, password: SECRETS.basic } }),
      { ...mapping("each"), forEach: "list" },
    ],
  },
};
const NAMES = ["wake", "agent", ...CONFIG.hooks.mappings.map(({ match }) => match.path), "nobody"];

const spelled = fc
  .tuple(fc.constantFrom(...ALL), fc.constantFrom(0, 1, 2))
  .map(([secret, times]) => {
    let text = secret;
    for (let time = 0; time < times; time++) text = encodeURIComponent(text);
    return text;
  });
const around = fc.constantFrom("", "x", "Bearer ", "Basic ", "?token=", "sha256=", "00-", ",for=");
const held = fc.tuple(around, spelled, around).map((parts) => parts.join(""));
const header = fc.tuple(
  fc.constantFrom(
    "authorization",
    "x-gateway-token",
    "x-gitlab-token",
    "x-hub-signature-256",
    "stripe-signature",
    "x-zm-signature",
    "x-request-id",
    "x-forwarded-for",
    "forwarded",
    "traceparent",
    "idempotency-key",
    "user-agent",
    "referer",
    "content-type",
    "x-github-delivery",
  ),
  held,
);
const request = fc.record({
  name: fc.constantFrom(...NAMES),
  suffix: fc.oneof({ weight: 3, arbitrary: fc.constant("") }, spelled.map(encodeURIComponent)),
  method: fc.constantFrom("POST", "POST", "POST", "GET", "PUT"),
  headers: fc.array(header, { maxLength: 3 }),
  query: fc.array(fc.tuple(fc.constantFrom("token", "key", "next", "hub.verify_token"), held), {
    maxLength: 2,
  }),
  inBody: fc.option(held, { nil: PAYLOAD }),
  form: fc.constantFrom("json", "invalid", "wrong type"),
  isRight: fc.boolean(),
});
type Sent = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

/** A request that opens its route. */
const RIGHT: Sent = {
  name: "ci",
  suffix: "",
  method: "POST",
  headers: [],
  query: [],
  inBody: PAYLOAD,
  form: "json",
  isRight: true,
};

function bodyOf({ name, form, inBody }: Sent): string {
  if (form === "invalid") return `{"text":"${PAYLOAD} ${inBody}`;
  const text = form === "json" ? `${PAYLOAD} ${inBody}` : [PAYLOAD, inBody];
  const list = [{ text, inBody }, { text: "" }];
  const secret = name === "body" ? SECRETS.inBody : inBody;
  return JSON.stringify({ text, message: text, mode: inBody, list, secret, id: IDS[2] });
}

/** What opens the route. */
function credentialsOf(name: string, body: string): Record<string, string> {
  const hmac = createHmac("sha256", SECRETS.github).update(body).digest("hex");
  const right: Record<string, Record<string, string>> = {
    github: { "x-hub-signature-256": `sha256=${hmac}`, "x-github-delivery": IDS[2] as string },
    gitlab: { "x-gitlab-token": SECRETS.gitlab },
    basic: { authorization: `Basic ${Buffer.from(`${USER}:${SECRETS.basic}`).toString("base64")}` },
  };
  return right[name] ?? { authorization: `Bearer ${SECRETS.hook}` };
}

function requestFrom(sent: Sent): Request {
  const body = bodyOf(sent);
  const query = new URLSearchParams(sent.query);
  if (sent.isRight && sent.name === "query") query.set("key", SECRETS.inQuery);
  const path = `/hooks/${sent.name}${sent.suffix === "" ? "" : `/${sent.suffix}`}`;
  const headers = new Headers({
    "x-forwarded-for": CLIENT,
    "x-request-id": IDS[0] as string,
    "idempotency-key": IDS[1] as string,
    ...Object.fromEntries(sent.headers),
    ...(sent.isRight && credentialsOf(sent.name, body)),
  });
  const { method } = sent;
  const url = `http://localhost${path}?${query}`;
  return new Request(url, { method, headers, ...(method !== "GET" && { body }) });
}

/** Undoes every percent-encoding, and base64 of credentials. */
function decodeFully(text: string): string {
  let current = text;
  for (let turn = 0; turn < 4; turn++) {
    current = current.replace(/%([\da-f]{2})/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return current;
}

function create() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  api.trace.setGlobalTracerProvider(provider);
  onTestFinished(() => api.trace.disable());
  const register = new promClient.Registry();
  const metrics = createMetrics(promClient, { register });
  const [lines, json] = [createCollector(), createCollector()];
  const logs = [
    createServerLog({ log: lines, env: {} }, false),
    createServerLog({ log: json, env: {} }, true),
  ];
  const records: RequestRecord[] = [];
  let calls = 0;
  const dispatch: Dispatch = (_action, { headers, name }) => {
    calls += 1;
    // What a gateway may say when it fails: the secrets that it knows, and what it was given.
    if (calls % 3 === 0) throw new Error(`${name} ${JSON.stringify(headers)} ${ALL.join(" ")}`);
  };
  const ingress = createIngress({
    hooks: compileHooks(CONFIG, {
      transforms: {
        "fails.js": () => {
          throw new Error(ALL.join(" "));
        },
      },
    }),
    dispatch,
    tracing: createTracing(api, { continueTraces: true }),
    observer: (record) => {
      records.push(record);
      metrics.observer(record);
      for (const log of logs) log.request(record);
    },
    warn: (message) => {
      for (const log of logs) log.warning(message);
    },
  });
  return { handler: createFetchHandler(ingress), records, lines, json, register, exporter };
}

/** Every end comes, whatever the seed is. */
const EXAMPLES: readonly Partial<Sent>[] = [
  ...NAMES.map((name) => ({ name })),
  { form: "invalid" },
  { method: "PUT" },
  { isRight: false },
];

const textOfSpans = (exporter: InMemorySpanExporter): string =>
  JSON.stringify(
    exporter
      .getFinishedSpans()
      .map(({ name, attributes, events, status, links }) => [
        name,
        attributes,
        events,
        status,
        links,
      ]),
  );

test("no record, log, metric, span or answer has a secret, wherever a sender writes it", async () => {
  const { handler, records, lines, json, register, exporter } = create();
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const from = records.length;
      const answer = await handler(requestFrom(sent), { remoteAddress: "192.0.2.1" });
      const headers = JSON.stringify([...(answer?.headers ?? [])]);
      const answered = decodeFully(`${headers} ${await answer?.text()}`);
      const allOutput = decodeFully(JSON.stringify(records.slice(from)) + textOfSpans(exporter));
      exporter.reset();
      for (const secret of ALL) {
        expect(answered).not.toContain(secret);
        expect(allOutput).not.toContain(secret);
      }
      expect(answered).not.toContain(PAYLOAD);
      expect(allOutput).not.toContain(PAYLOAD);
    }),
    { numRuns: 300, examples: EXAMPLES.map((change) => [{ ...RIGHT, ...change }]) },
  );
  const logged = decodeFully(lines.text() + json.text());
  const measured = decodeFully(await register.metrics());
  for (const secret of [...ALL, PAYLOAD]) {
    expect(logged).not.toContain(secret);
    expect(measured).not.toContain(secret);
  }
  // The law is worth something only where requests come to every end.
  const statuses = new Set(records.map(({ status }) => status));
  for (const status of [202, 400, 401, 405, 500, 503]) expect(statuses).toContain(status);
});

test("no metric and no span has a client, a key, an id or a word of a request", async () => {
  const { handler, records, register, exporter } = create();
  for (const name of NAMES) {
    const sent: Sent = { ...RIGHT, name };
    await handler(requestFrom(sent), { remoteAddress: "192.0.2.1" });
  }
  expect(records.map(({ remoteAddress }) => remoteAddress)).toContain(CLIENT);
  const shown = (await register.metrics()) + textOfSpans(exporter);
  for (const word of [...ALL, ...IDS, CLIENT, PAYLOAD, "nobody"]) expect(shown).not.toContain(word);
  expect(shown).toContain('route="ci"');
});
