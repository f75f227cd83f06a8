import { createPublicKey, type JsonWebKey } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { type FakeGoogle, type FakeGoogleOptions, startFakeGoogle } from "@hookwright/fake-google";
import { OAuth2Client } from "google-auth-library";
import { afterEach, expect, test, vi } from "vitest";
import { type Clients, createClients } from "../support/clients.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(options?: FakeGoogleOptions): Promise<{ google: FakeGoogle } & Clients> {
  const google = await startFakeGoogle(options);
  ends.push(google.close);
  return { google, ...createClients(google) };
}

const TOPIC = "projects/demo-project/topics/t-1";
const SUBSCRIPTION = "projects/demo-project/subscriptions/s-1";
const PUBLISHER = {
  role: "roles/pubsub.publisher",
  members: ["serviceAccount:gmail-api-push@system.gserviceaccount.com"],
};

test("creating a topic or a subscription again is a 409, and a subscription needs its topic", async () => {
  const { pubsub } = await start();
  const statuses: number[] = [];
  for (const [path, body] of [
    [SUBSCRIPTION, { topic: TOPIC }],
    [TOPIC, {}],
    [TOPIC, {}],
    [SUBSCRIPTION, { topic: TOPIC }],
    [SUBSCRIPTION, { topic: TOPIC }],
  ] as const) {
    statuses.push((await pubsub("PUT", path, body)).status);
  }
  expect(statuses).toEqual([404, 200, 409, 200, 409]);
  const { body } = await pubsub("GET", SUBSCRIPTION);
  expect(body).toMatchObject({ ackDeadlineSeconds: 10, expirationPolicy: { ttl: "2678400s" } });
});

test("setIamPolicy() replaces the policy, and refuses an outdated etag", async () => {
  const { pubsub } = await start();
  await pubsub("PUT", TOPIC, {});
  const { body: old } = await pubsub("GET", `${TOPIC}:getIamPolicy`);
  const policy = { ...old, bindings: [PUBLISHER] };
  const first = await pubsub("POST", `${TOPIC}:setIamPolicy`, { policy });
  expect(first.body["bindings"]).toEqual([PUBLISHER]);
  const late = await pubsub("POST", `${TOPIC}:setIamPolicy`, { policy });
  expect(late).toMatchObject({ status: 409, body: { error: { status: "ABORTED" } } });
});

interface Received {
  readonly receivedMessages?: readonly { readonly ackId: string }[];
}

test("pull() is ended by an empty record, and gives a message again after its deadline", async () => {
  const { google, pubsub } = await start({ pullWaitMs: 20 });
  const { topic, subscription } = google.pubsub.setUp();
  const pull = async (): Promise<string | undefined> => {
    const { body } = await pubsub("POST", `${subscription}:pull`, { maxMessages: 10 });
    return (body as Received).receivedMessages?.[0]?.ackId;
  };
  expect((await pubsub("POST", `${subscription}:pull`, { maxMessages: 10 })).body).toEqual({});
  google.pubsub.publish(topic, "one");
  const first = await pull();
  expect(await pull()).toBeUndefined();
  google.clock.advance(10_000);
  const second = await pull();
  expect(second).not.toBe(first);
  // Of a hand-out that is over: 200 without effect.
  const stale = await pubsub("POST", `${subscription}:acknowledge`, { ackIds: [first] });
  expect(stale).toEqual({ status: 200, body: {} });
  await pubsub("POST", `${subscription}:acknowledge`, { ackIds: [second] });
  expect(google.pubsub.status()[subscription]).toMatchObject({ waiting: 0, acknowledged: 1 });
});

/** A machine under load makes an RSA key in a second. */
function waitUntil(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000 });
}

interface Post {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly message: Record<string, unknown>; readonly subscription: string };
}

/** A server that answers each push with the next of the statuses, and with the last from then on. */
async function receivePushes(...statuses: number[]): Promise<{ url: string; posts: Post[] }> {
  const posts: Post[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    posts.push({ path: request.url ?? "", headers: request.headers, body: JSON.parse(text) });
    response.statusCode = statuses[posts.length - 1] ?? statuses.at(-1) ?? 204;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, posts };
}

test("a push comes again until one of the five statuses acknowledges it", async () => {
  const { google } = await start({ pushBackoffMs: { min: 1, max: 5 } });
  const { url, posts } = await receivePushes(500, 302, 206, 429, 202);
  const pushConfig = { pushEndpoint: "https://tunnel.example/gmail-pubsub?token=t" };
  const { topic, subscription } = google.pubsub.setUp({ pushConfig });
  google.pubsub.setTunnel("https://tunnel.example/gmail-pubsub", `${url}/`);
  const messageId = google.pubsub.publish(topic, "{}");
  await waitUntil(() => expect(google.pubsub.status()[subscription]).toMatchObject({ waiting: 0 }));
  expect(posts).toHaveLength(5);
  expect(posts[0]?.path).toBe("/?token=t");
  expect(posts[0]?.body).toMatchObject({
    subscription,
    message: { messageId, message_id: messageId, data: "e30=" },
  });
});

test("a push has a token whose key is in the list of keys", async () => {
  const { google } = await start();
  const { url, posts } = await receivePushes(204);
  const serviceAccountEmail = "push@demo-project.iam.gserviceaccount.com";
  const oidcToken = { serviceAccountEmail, audience: "mail" };
  const { topic } = google.pubsub.setUp({ pushConfig: { pushEndpoint: url, oidcToken } });
  google.pubsub.publish(topic, "{}");
  await waitUntil(() => expect(posts).toHaveLength(1));
  google.oauth.rotateKeys();
  google.pubsub.publish(topic, "{}");
  await waitUntil(() => expect(posts).toHaveLength(2));

  const list = await fetch(google.environment["HOOKWRIGHT_KEYS_URL"] ?? "");
  const { keys } = (await list.json()) as { keys: (JsonWebKey & { kid: string })[] };
  const certificates = Object.fromEntries(
    keys.map((key) => [
      key.kid,
      String(createPublicKey({ key, format: "jwk" }).export({ format: "pem", type: "spki" })),
    ]),
  );
  for (const { headers } of posts) {
    const token = headers.authorization?.slice("Bearer ".length) ?? "";
    const verifier = new OAuth2Client();
    const ticket = await verifier.verifySignedJwtWithCertsAsync(token, certificates, "mail", [
      "https://accounts.google.com",
    ]);
    expect(ticket.getPayload()).toMatchObject({ email: serviceAccountEmail, email_verified: true });
  }
});
