// Credentials of every type, whole and broken.

import { generateKeyPairSync } from "node:crypto";
import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { GOOGLE_URLS, type GoogleUrls } from "../google-urls.ts";
import { createAuthClients } from "./create-auth-clients.ts";
import {
  chooseCredentials,
  LOGIN_FILE,
  parseClientFile,
  parseCredentials,
  readLogin,
  writeLogin,
} from "./credentials.ts";

const USER = {
  type: "authorized_user",
  client_id: "123-abc.apps.googleusercontent.com",
  client_secret: "SECRET-c",
  refresh_token: "SECRET-r",
};

const SERVICE = {
  type: "service_account",
  client_email: "reader@project.iam.gserviceaccount.com",
  private_key: "SECRET-k",
};

test("parseCredentials() reads a login and a key", () => {
  expect(parseCredentials(JSON.stringify({ ...USER, extra: 1 }))).toEqual({
    ok: true,
    value: {
      type: "authorized_user",
      clientId: USER.client_id,
      clientSecret: "SECRET-c",
      refreshToken: "SECRET-r",
    },
  });
  expect(
    parseCredentials(JSON.stringify({ ...SERVICE, private_key_id: "k1", project_id: "project" })),
  ).toEqual({
    ok: true,
    value: {
      type: "service_account",
      email: SERVICE.client_email,
      privateKey: "SECRET-k",
      privateKeyId: "k1",
      projectId: "project",
    },
  });
  expect(parseCredentials(JSON.stringify(SERVICE))).toMatchObject({
    value: { privateKeyId: undefined, projectId: undefined },
  });
});

test.each([
  ["text", "SECRET-t", "are not JSON"],
  ["null", "null", "have no known type"],
  ["an inherited type", "{}", "have no known type"],
  ["an unknown type", '{"type":"SECRET-t"}', "have no known type"],
  ["a type of others", '{"type":"external_account"}', "are of the type external_account"],
  ["a client file", '{"installed":{"client_secret":"SECRET-t"}}', "client file"],
  ["a client file of a web application", '{"web":{}}', "client file"],
  ["no client id", JSON.stringify({ ...USER, client_id: "" }), '"client_id"'],
  ["no client secret", JSON.stringify({ ...USER, client_secret: 1 }), '"client_secret"'],
  ["no refresh token", JSON.stringify({ ...USER, refresh_token: null }), '"refresh_token"'],
  ["no address", JSON.stringify({ ...SERVICE, client_email: "" }), '"client_email"'],
  ["no key", JSON.stringify({ ...SERVICE, private_key: "" }), '"private_key"'],
])("parseCredentials() refuses %s without quoting it", (_what, text, words) => {
  const result = parseCredentials(text);
  expect(result).toMatchObject({ ok: false, failure: { code: "needs_login" } });
  expect(JSON.stringify(result)).toContain(JSON.stringify(words).slice(1, -1));
  expect(JSON.stringify(result)).not.toContain("SECRET");
});

const INSTALLED = { client_id: "123-abc.apps.googleusercontent.com", client_secret: "SECRET-c" };

test("parseClientFile() reads a desktop client, and finds its project", () => {
  const parse = (installed: object) => parseClientFile(JSON.stringify({ installed }));
  const value = { clientId: INSTALLED.client_id, clientSecret: "SECRET-c" };
  expect(parse({ ...INSTALLED, project_id: "mine" })).toEqual({
    ok: true,
    value: { ...value, project: "mine" },
  });
  expect(parse(INSTALLED)).toEqual({ ok: true, value: { ...value, project: "123" } });
  expect(parse({ ...INSTALLED, client_id: "abc" })).toMatchObject({
    value: { project: undefined },
  });
});

test.each([
  ["text", "SECRET-c", "not JSON"],
  ["a web client", JSON.stringify({ web: INSTALLED }), "web application"],
  ["a login", JSON.stringify(USER), "not one of an OAuth client"],
  ["a client without id", '{"installed":{"client_secret":"SECRET-c"}}', "lacks"],
  ["a client without secret", '{"installed":{"client_id":"1"}}', "lacks"],
])("parseClientFile() refuses %s with what to make", (_what, text, words) => {
  const result = parseClientFile(text);
  expect(result).toMatchObject({
    failure: { message: expect.stringContaining(words), hint: expect.stringContaining("Desktop") },
  });
  expect(JSON.stringify(result)).not.toContain("SECRET");
});

const ACCOUNT = "you@gmail.com";

const LOGIN = {
  type: "authorized_user",
  clientId: "c",
  clientSecret: "s",
  refreshToken: "r",
} as const;

test("writeLogin() makes a file that only its owner can read, also over another one", async () => {
  const folder = createTempDir({ [LOGIN_FILE]: "old", [`${LOGIN_FILE}.new`]: "draft" });
  await writeLogin(folder, LOGIN);
  expect(readdirSync(folder)).toEqual([LOGIN_FILE]);
  expect(statSync(join(folder, LOGIN_FILE)).mode & 0o777).toBe(0o600);
  expect(await readLogin(folder, ACCOUNT)).toEqual({ ok: true, value: LOGIN });
});

test("readLogin() says what to do where there is no login, or none that is safe or can be read", async () => {
  const folder = createTempDir();
  const hint = "Run hookwright gmail setup FILE --account you@gmail.com.";
  expect(await readLogin(folder, ACCOUNT)).toEqual({
    ok: false,
    failure: { code: "needs_login", message: "Nobody has logged in as you@gmail.com yet.", hint },
  });
  const path = join(folder, LOGIN_FILE);
  writeFileSync(path, "{}");
  chmodSync(path, 0o640);
  expect(await readLogin(folder, ACCOUNT)).toMatchObject({
    failure: {
      code: "needs_login",
      message: expect.stringContaining("Others can read"),
      hint: `Run "chmod 600 ${path}".`,
    },
  });
  expect(await readLogin(join(path, "below-a-file"), ACCOUNT)).toMatchObject({
    failure: { message: expect.stringContaining("ENOTDIR"), hint },
  });
});

test("chooseCredentials() takes those of the config before the login", async () => {
  const folder = createTempDir();
  await writeLogin(folder, LOGIN);
  const named = { type: "authorized_user", client_id: "x", client_secret: "y", refresh_token: "z" };
  const text = JSON.stringify(named);
  expect(await chooseCredentials({ text, folder, account: ACCOUNT })).toMatchObject({
    value: { refreshToken: "z" },
  });
  expect(await chooseCredentials({ folder, account: ACCOUNT })).toMatchObject({
    value: { refreshToken: "r" },
  });
});

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
