import { type FakeGoogle, type FakeGoogleOptions, startFakeGoogle } from "@hookwright/fake-google";
import { CodeChallengeMethod, JWT } from "google-auth-library";
import { afterEach, expect, test } from "vitest";
import { createClients, createLogin, refusalOf } from "../support/clients.ts";

const READONLY = "https://www.googleapis.com/auth/gmail.readonly";
const PUBSUB = "https://www.googleapis.com/auth/pubsub";
const redirectUri = "http://127.0.0.1:49152/callback";
const userId = "me";

let google: FakeGoogle | undefined;
afterEach(async () => {
  await google?.close();
  google = undefined;
});

async function start(options?: FakeGoogleOptions): Promise<FakeGoogle> {
  google = await startFakeGoogle(options);
  return google;
}

interface ConsentOptions {
  readonly prompt?: string;
  readonly challenge?: string;
}

/** Opens the consent page as a browser does. @returns where it leads */
async function consent(
  google: FakeGoogle,
  { prompt, challenge }: ConsentOptions = {},
): Promise<URLSearchParams> {
  const page = createLogin(google, redirectUri).generateAuthUrl({
    access_type: "offline",
    scope: [READONLY, PUBSUB],
    state: "state-1",
    ...(prompt !== undefined && { prompt }),
    ...(challenge !== undefined && {
      code_challenge: challenge,
      code_challenge_method: CodeChallengeMethod.S256,
    }),
  });
  const { headers } = await fetch(page, { redirect: "manual" });
  return new URL(headers.get("location") ?? "").searchParams;
}

test("a login gives a code once, for its verifier and redirect only", async () => {
  const google = await start();
  const login = createLogin(google, redirectUri);
  const { codeVerifier, codeChallenge = "" } = await login.generateCodeVerifierAsync();
  const answer = await consent(google, { challenge: codeChallenge });
  expect(answer.get("state")).toBe("state-1");
  const code = answer.get("code") ?? "";
  const { tokens } = await login.getToken({ code, codeVerifier });
  expect(tokens.scope).toBe(`${READONLY} ${PUBSUB}`);
  expect(tokens.refresh_token).toMatch(/^1\/\/0/);
  const again = login.getToken({ code, codeVerifier });
  expect(await refusalOf(again)).toEqual([400, "invalid_grant"]);
  const other = (await consent(google, { challenge: codeChallenge })).get("code") ?? "";
  const unverified = login.getToken({ code: other, codeVerifier: "x".repeat(43) });
  expect(await refusalOf(unverified)).toEqual([400, "invalid_grant"]);
});

test("a second login has no refresh token unless consent is asked for", async () => {
  const google = await start();
  const login = createLogin(google, redirectUri);
  const codes = [await consent(google), await consent(google)];
  const answers = [...codes, await consent(google, { prompt: "consent" })];
  const refreshTokens: unknown[] = [];
  for (const answer of answers) {
    const { tokens } = await login.getToken(answer.get("code") ?? "");
    refreshTokens.push(typeof tokens.refresh_token);
  }
  expect(refreshTokens).toEqual(["string", "undefined", "string"]);
});

test("revoke() ends refreshing and access", async () => {
  const google = await start();
  const { users } = createClients(google);
  await users.getProfile({ userId });
  google.oauth.revoke();
  expect(await refusalOf(users.getProfile({ userId }))).toEqual([400, "invalid_grant"]);
});

test("a service account reads a mailbox only where an admin lets it act for the account", async () => {
  const google = await start();
  const key = google.oauth.createServiceAccount();
  const client = (subject?: string): JWT =>
    new JWT({
      email: key["client_email"] ?? "",
      key: key["private_key"] ?? "",
      scopes: [READONLY],
      ...(subject !== undefined && { subject }),
      transporterOptions: {
        fetchImplementation: (input, init) =>
          fetch(String(input).replace("https://oauth2.googleapis.com", google.url), init),
      },
    });
  const url = `${google.url}/gmail/v1/users/me/profile`;
  const retry = false;
  const alone = client().request({ url, retry });
  expect(await refusalOf(alone)).toEqual([400, "failedPrecondition"]);
  const acting = client("you@gmail.com");
  expect(await refusalOf(acting.request({ url, retry }))).toEqual([401, "unauthorized_client"]);
  google.settings.delegatedAccounts = ["you@gmail.com"];
  const { data } = await acting.request({ url, retry });
  expect(data).toMatchObject({ emailAddress: "you@gmail.com" });
  // The account gets another key: what the old one signs is refused.
  google.oauth.createServiceAccount();
  const old = client("you@gmail.com").request({ url, retry });
  expect(await refusalOf(old)).toEqual([400, "invalid_grant"]);
});
