// The OAuth client of a person's project → a login of that person, by the consent page in a browser.
import { randomBytes } from "node:crypto";
import type { CodeChallengeMethod, OAuth2Client } from "google-auth-library";
import type { UserCredentials } from "../../google/auth/credentials.ts";
import type { OAuthClientFile } from "../../google/auth/parse-client-file.ts";
import { revokeToken } from "../../google/auth/revoke-token.ts";
import { failureOfError } from "../../google/failure-of-error.ts";
import type { GoogleUrls } from "../../google/google-urls.ts";
import { importGoogleAuth } from "../../google/import-google-auth.ts";
import type { Clock } from "../../model/clock.ts";
import type { MailResult } from "../../model/source.ts";
import { parseRedirect, type RedirectResult } from "./parse-redirect.ts";
import { type RedirectServer, receiveRedirect } from "./receive-redirect.ts";

/** How the address of the consent page reaches the person, and how long they have. */
export interface LoginPorts {
  /** The port of 127.0.0.1 that the browser comes back to; 0 for any. */
  readonly port: number;
  readonly timeoutMs: number;
  /** The page to open, and the port that must reach this machine. */
  readonly show: (page: string, port: number) => void;
  /** Lines that the person types: the address of the page that could not be shown. */
  readonly pasted?: AsyncIterable<string>;
}

export interface LoginOptions extends LoginPorts {
  readonly client: Pick<OAuthClientFile, "clientId" | "clientSecret">;
  readonly account: string;
  readonly scopes: readonly string[];
  readonly urls: GoogleUrls;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Never rejects. */
export async function logIn(options: LoginOptions): Promise<MailResult<UserCredentials>> {
  const state = randomBytes(24).toString("base64url");
  let server: RedirectServer;
  try {
    server = await receiveRedirect({ port: options.port, state });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fail(
      `Port ${options.port} of 127.0.0.1 cannot be used: the system says ${code}.`,
      "Name another one with --port.",
    );
  }
  const done = new AbortController();
  try {
    const { client, verifier, challenge } = await createClient(options, server.url);
    const page = client.generateAuthUrl({
      access_type: "offline",
      // Without it, Google gives a refresh token only at the first login of an account.
      prompt: "consent",
      scope: [...options.scopes],
      state,
      login_hint: options.account,
      code_challenge: challenge,
      code_challenge_method: CODE_CHALLENGE_METHOD,
    });
    options.show(page, server.port);
    const answer = await Promise.race([
      server.answer,
      ...(options.pasted === undefined ? [] : [readPasted(options.pasted, state)]),
      waitForEnd(options, done.signal),
    ]);
    if (!answer.ok) return explainRefusal(answer.why, options);
    const { tokens } = await client.getToken({ code: answer.code, codeVerifier: verifier });
    return await checkTokens(tokens, options);
  } catch (error) {
    return { ok: false, failure: failureOfError(error) };
  } finally {
    done.abort();
    server.close();
  }
}

/** The library's own value: importing it would load the library at start. */
const CODE_CHALLENGE_METHOD = "S256" as CodeChallengeMethod;

async function createClient(
  { client: { clientId, clientSecret }, urls }: LoginOptions,
  redirectUri: string,
): Promise<{ client: OAuth2Client; verifier: string; challenge: string }> {
  const { OAuth2Client } = await importGoogleAuth();
  const client = new OAuth2Client({
    clientId,
    clientSecret,
    redirectUri,
    endpoints: { oauth2AuthBaseUrl: urls.auth, oauth2TokenUrl: urls.token },
    useAuthRequestParameters: false,
    // Node's own, as every other request: one way through a proxy.
    transporterOptions: { fetchImplementation: fetch },
  });
  const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync();
  return { client, verifier: codeVerifier, challenge: codeChallenge as string };
}

/** Lines that are no answer are ignored: people press Enter. */
async function readPasted(lines: AsyncIterable<string>, state: string): Promise<RedirectResult> {
  for await (const line of lines) {
    const result = parseRedirect(line, state);
    if (result.ok || result.why !== "none") return result;
  }
  return new Promise(() => undefined);
}

/** After the time, or where the command is stopped. */
async function waitForEnd(
  { clock, timeoutMs, signal }: LoginOptions,
  done: AbortSignal,
): Promise<RedirectResult> {
  await clock.sleep(timeoutMs, AbortSignal.any([signal, done]));
  return { ok: false, why: "none" };
}

function explainRefusal(
  why: "denied" | "foreign" | "none",
  { account, timeoutMs, signal }: LoginOptions,
): MailResult<never> {
  if (signal.aborted)
    return fail("The login was stopped.", "Run the command again: it goes on here.");
  if (why === "denied") {
    return fail(
      "The login was refused on Google's page.",
      `Run it again and allow it, as ${account}. Where the page says that the app is not verified, choose "Advanced" and go on: it is your own.`,
    );
  }
  if (why === "foreign") {
    return fail(
      "That address belongs to another login.",
      "Run it again, and use the page that it prints.",
    );
  }
  return fail(
    `Nobody came back from Google's page within ${Math.round(timeoutMs / 60_000)} min.`,
    'If Google showed "redirect_uri_mismatch", the OAuth client is not of the type "Desktop app". If it showed "access_denied" or "app is being tested", add the account as a test user of the consent screen. On another machine, paste the address of the page that fails to load, or use ssh -L.',
  );
}

interface Tokens {
  readonly refresh_token?: string | null;
  readonly access_token?: string | null;
  readonly scope?: string;
}

async function checkTokens(
  { refresh_token, access_token, scope = "" }: Tokens,
  { client, scopes, urls }: LoginOptions,
): Promise<MailResult<UserCredentials>> {
  const granted = new Set(scope.split(" "));
  const missing = scopes.filter((one) => !granted.has(one));
  if (missing.length > 0) {
    // What is not used is not kept.
    if (access_token) await revokeToken(access_token, urls.revoke);
    return fail(
      `Google's page has a box for each permission, and this one was left empty: ${missing.join(", ")}.`,
      "Run it again, and leave every box ticked.",
    );
  }
  if (!refresh_token) return fail("Google gave no refresh token.", "Run it again.");
  const { clientId, clientSecret } = client;
  const type = "authorized_user";
  return { ok: true, value: { type, clientId, clientSecret, refreshToken: refresh_token } };
}

function fail(message: string, hint: string): MailResult<never> {
  return { ok: false, failure: { code: "needs_login", message, hint } };
}
