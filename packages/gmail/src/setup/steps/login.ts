// Credentials, an earlier login or a person at a browser → a login to the mailbox, kept for the run.

import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sleep } from "@hookwright/node-kit/clock";
import type { CodeChallengeMethod, OAuth2Client } from "google-auth-library";
import {
  type GoogleCredentials,
  readLogin,
  refuseLogin,
  type UserCredentials,
  writeLogin,
} from "../../google/auth/credentials.ts";
import { revokeToken } from "../../google/auth/revoke-token.ts";
import { createLoggedInSend } from "../../google/create-google-client.ts";
import { failureOfError } from "../../google/failure-of-error.ts";
import { GMAIL_SCOPE, PUBSUB_SCOPE } from "../../google/google-urls.ts";
import { importGoogleAuth } from "../../google/import-google-auth.ts";
import type { MailResult } from "../../model/source.ts";
import { done, type SetupContext, type SetupStep } from "../setup-context.ts";
import type { LoginOptions } from "../setup-options.ts";
import { ask } from "./ask.ts";
import { type Client, readClient, readGiven } from "./find-login.ts";

export function loginStep(account: string, isGiven: boolean): SetupStep {
  return {
    id: "login",
    title: isGiven
      ? `Prove that the credentials may read ${account}`
      : `Log in at Google as ${account}`,
    run: async (context) => {
      const given = await readGiven(context);
      if (given !== undefined) return given.ok ? prove(context, given.value) : given;
      return reuseOrLogIn(context);
    },
  };
}

async function reuseOrLogIn(context: SetupContext): Promise<MailResult<string>> {
  const before = await readLogin(context.folder, context.names.account);
  const user = before.ok && before.value.type === "authorized_user" ? before.value : undefined;
  if (user !== undefined && hasScopes(user, context)) {
    const proved = await prove(context, user);
    if (proved.ok) return done("The previous login is still valid.");
    if (proved.failure.code !== "needs_login") return proved;
  }
  const client = await readClient(context, user);
  return client.ok ? logInAnew(context, client.value) : client;
}

async function logInAnew(context: SetupContext, client: Client): Promise<MailResult<string>> {
  const { options, names, folder } = context;
  const { login, urls, time, signal } = options;
  const { account } = names;
  const scopes = scopesOf(context);
  const loggedIn = await logIn({ ...login, client, account, scopes, urls, time, signal });
  if (!loggedIn.ok) return loggedIn;
  const proved = await prove(context, loggedIn.value);
  if (!proved.ok) {
    // The login of another account must not remain.
    if (proved.failure.code === "forbidden") {
      await revokeToken(loggedIn.value.refreshToken, urls.revoke);
    }
    return proved;
  }
  const { project: projectId } = client;
  await writeLogin(folder, {
    ...loggedIn.value,
    scopes,
    ...(projectId !== undefined && { projectId }),
  });
  return done(`You are logged in. The login is kept in ${folder}.`);
}

function scopesOf({ names }: SetupContext): readonly string[] {
  return names.pubsub === undefined ? [GMAIL_SCOPE] : [GMAIL_SCOPE, PUBSUB_SCOPE];
}

/** A login for polling may not use Pub/Sub. One that was made elsewhere does not list its scopes. */
function hasScopes({ scopes }: UserCredentials, context: SetupContext): boolean {
  return scopes === undefined || scopesOf(context).every((scope) => scopes.includes(scope));
}

/** The profile of the mailbox must be that of the account. */
async function prove(
  context: SetupContext,
  credentials: GoogleCredentials,
): Promise<MailResult<string>> {
  const { options, names, session } = context;
  const { account } = names;
  session.send = await createLoggedInSend(credentials, { account, urls: options.urls });
  const profile = await ask<{ readonly emailAddress?: string }>(context, {
    service: "gmail",
    method: "GET",
    path: "/gmail/v1/users/me/profile",
  });
  if (!profile.ok) return profile;
  const { emailAddress = "" } = profile.value;
  if (emailAddress.toLowerCase() === account.toLowerCase()) return done("They may.");
  return {
    ok: false,
    failure: {
      code: "forbidden",
      message: `That is the login of ${emailAddress}, and not of ${account}.`,
      hint: `Run it again and choose ${account} on Google's page, or name the other account with --account.`,
    },
  };
}

/** Never rejects. */
async function logIn(options: LoginOptions): Promise<MailResult<UserCredentials>> {
  const state = randomBytes(24).toString("base64url");
  let server: RedirectServer;
  try {
    server = await receiveRedirect({ port: options.port, state });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refuseLogin(
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
    // Node's own, as for every other request: one way through a proxy.
    transporterOptions: { fetchImplementation: fetch },
  });
  const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync();
  return { client, verifier: codeVerifier, challenge: codeChallenge as string };
}

/** Lines that are not an answer are ignored: people press Enter. */
async function readPasted(lines: AsyncIterable<string>, state: string): Promise<RedirectResult> {
  for await (const line of lines) {
    const result = parseRedirect(line, state);
    if (result.ok || result.why !== "none") return result;
  }
  return new Promise(() => undefined);
}

/** Resolves after the time, or when the command is stopped. */
async function waitForEnd(
  { time, timeoutMs, signal }: LoginOptions,
  done: AbortSignal,
): Promise<RedirectResult> {
  await sleep(timeoutMs, time, AbortSignal.any([signal, done]));
  return { ok: false, why: "none" };
}

interface Tokens {
  readonly refresh_token?: string | null;
  readonly access_token?: string | null;
  readonly scope?: string;
}

/** The response of the token service → the login, or what it lacks. */
async function checkTokens(
  { refresh_token, access_token, scope = "" }: Tokens,
  { client, scopes, urls }: LoginOptions,
): Promise<MailResult<UserCredentials>> {
  const granted = new Set(scope.split(" "));
  const missing = scopes.filter((one) => !granted.has(one));
  if (missing.length > 0) {
    // Only the fields that are used are stored.
    if (access_token) await revokeToken(access_token, urls.revoke);
    return refuseLogin(
      `Google's page has a box for each permission, and this one was left empty: ${missing.join(", ")}.`,
      "Run it again, and leave every box ticked.",
    );
  }
  if (!refresh_token) return refuseLogin("Google gave no refresh token.", "Run it again.");
  const { clientId, clientSecret } = client;
  const type = "authorized_user";
  return { ok: true, value: { type, clientId, clientSecret, refreshToken: refresh_token } };
}

/** Why the consent page returned no code → how to correct it. */
function explainRefusal(
  why: "denied" | "foreign" | "none",
  { account, timeoutMs, signal }: LoginOptions,
): MailResult<never> {
  if (signal.aborted)
    return refuseLogin("The login was stopped.", "Run the command again: it continues here.");
  if (why === "denied") {
    return refuseLogin(
      "The login was refused on Google's page.",
      `Run it again and allow it, as ${account}. Where the page says that the app is not verified, choose "Advanced" and go on: it is your own.`,
    );
  }
  if (why === "foreign") {
    return refuseLogin(
      "That address belongs to another login.",
      "Run it again, and use the page that it prints.",
    );
  }
  return refuseLogin(
    `Nobody came back from Google's page within ${Math.round(timeoutMs / 60_000)} min.`,
    'If Google showed "redirect_uri_mismatch", the OAuth client is not of the type "Desktop app". If it showed "access_denied" or "app is being tested", add the account to the test users ("Google Auth Platform", "Audience"). On another machine, paste the address of the page that fails to load, or use ssh -L.',
  );
}

interface RedirectServer {
  /** `http://127.0.0.1:41234`; for desktop clients, Google allows any port. */
  readonly url: string;
  readonly port: number;
  /** The first answer that belongs to this login. */
  readonly answer: Promise<RedirectResult>;
  readonly close: () => void;
}

interface RedirectServerOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly state: string;
}

/** Rejects with the system's error if the port cannot be used. */
async function receiveRedirect({ port, state }: RedirectServerOptions): Promise<RedirectServer> {
  let answer: (result: RedirectResult) => void = () => undefined;
  const promise = new Promise<RedirectResult>((resolve) => {
    answer = resolve;
  });
  let isAnswered = false;
  const server = createServer((request, response) => {
    const result = parseRedirect(request.url ?? "", state);
    const isAnswer =
      !isAnswered && request.method === "GET" && (result.ok || result.why === "denied");
    const status = isAnswer ? 200 : 404;
    response.writeHead(status, {
      "content-type": "text/plain; charset=utf-8",
      // The address contains the code, which no other page may learn.
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      connection: "close",
    });
    response.end(isAnswer ? PAGES[result.ok ? "granted" : "denied"] : "Nothing is here.\n");
    if (!isAnswer) return;
    isAnswered = true;
    answer(result);
  });
  await listen(server, port);
  const { port: used } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeIdleConnections();
  };
  return { url: `http://127.0.0.1:${used}`, port: used, answer: promise, close };
}

const PAGES = {
  granted: "You are logged in. Close this page and go back to the terminal.\n",
  denied: "Nothing was allowed. Close this page; the terminal says what to do.\n",
};

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

type RedirectResult =
  | { readonly ok: true; readonly code: string }
  /** `denied`: the person refused. `foreign`: not the answer to this login. `none`: not an answer. */
  | { readonly ok: false; readonly why: "denied" | "foreign" | "none" };

/** Accepts a whole address, a path with a query, or a line with blanks around it. */
function parseRedirect(text: string, state: string): RedirectResult {
  const trimmed = text.trim();
  const base = "http://127.0.0.1";
  if (!URL.canParse(trimmed, base)) return { ok: false, why: "none" };
  const { searchParams } = new URL(trimmed, base);
  const code = searchParams.get("code");
  const error = searchParams.get("error");
  if (code === null && error === null) return { ok: false, why: "none" };
  // Attack: a page that knows the port sends the code of another account.
  if (searchParams.get("state") !== state) return { ok: false, why: "foreign" };
  return code === null || error !== null ? { ok: false, why: "denied" } : { ok: true, code };
}
