// Clients of both kinds against a token service of the test.
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { GOOGLE_URLS, type GoogleUrls } from "../google-urls.ts";
import { createAuthClients } from "./create-auth-clients.ts";

interface Seen {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: URLSearchParams;
}

/** Ends each token once: the first request with it is a 401. */
async function startGoogle(): Promise<{ urls: GoogleUrls; seen: Seen[] }> {
  const seen: Seen[] = [];
  let tokens = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization } = request.headers;
    const body = new URLSearchParams(Buffer.concat(chunks).toString());
    seen.push({ path: request.url ?? "", authorization, body });
    response.setHeader("content-type", "application/json");
    if (request.url === "/token") {
      tokens += 1;
      response.end(JSON.stringify({ access_token: `token-${tokens}`, expires_in: 3600 }));
      return;
    }
    response.statusCode = authorization === "Bearer token-1" ? 401 : 200;
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urls: { ...GOOGLE_URLS, gmail: url, pubsub: url, token: `${url}/token` },
    seen,
  };
}

test("createAuthClients() refreshes a login, and again where a token is refused before its time", async () => {
  const { urls, seen } = await startGoogle();
  const { gmail, pubsub } = await createAuthClients(
    { type: "authorized_user", clientId: "c", clientSecret: "s", refreshToken: "r" },
    { account: "you@gmail.com", urls },
  );
  expect(pubsub).toBe(gmail);
  await gmail.request({ url: `${urls.gmail}/profile`, retry: false });
  expect(seen.map(({ path, authorization }) => [path, authorization])).toEqual([
    ["/token", undefined],
    ["/profile", "Bearer token-1"],
    ["/token", undefined],
    ["/profile", "Bearer token-2"],
  ]);
  expect(Object.fromEntries(seen[0]?.body ?? [])).toEqual({
    grant_type: "refresh_token",
    refresh_token: "r",
    client_id: "c",
    client_secret: "s",
  });
});

test("createAuthClients() makes a service account the mailbox for Gmail, and itself for Pub/Sub", async () => {
  const { urls, seen } = await startGoogle();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const clients = await createAuthClients(
    {
      type: "service_account",
      email: "reader@p.iam.gserviceaccount.com",
      privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
      privateKeyId: "k1",
      projectId: "p",
    },
    { account: "you@example.org", urls },
  );
  await clients.gmail.getAccessToken();
  await clients.pubsub.getAccessToken();
  const claims = seen.map(({ body }) => {
    const [, payload = ""] = (body.get("assertion") ?? "").split(".");
    return JSON.parse(Buffer.from(payload, "base64url").toString());
  });
  expect(seen.map(({ path }) => path)).toEqual(["/token", "/token"]);
  expect(claims).toMatchObject([
    {
      sub: "you@example.org",
      scope: "https://www.googleapis.com/auth/gmail.readonly",
      aud: "https://oauth2.googleapis.com/token",
    },
    { scope: "https://www.googleapis.com/auth/pubsub" },
  ]);
  expect(claims[1]).not.toHaveProperty("sub");
  // Requests for other addresses are not sent to the token service.
  await clients.pubsub.request({ url: `${urls.pubsub}/v1/x`, retry: false });
  expect(seen.at(-1)).toMatchObject({ path: "/v1/x", authorization: "Bearer token-2" });
});
