// The OAuth client of a person's project → a login of that person, by the consent page in a browser.
import { randomBytes } from "node:crypto";
import type { CodeChallengeMethod, OAuth2Client } from "google-auth-library";
import type { UserCredentials } from "../../google/auth/credentials.ts";
import { refuseLogin } from "../../google/auth/refuse-login.ts";
import { failureOfError } from "../../google/failure-of-error.ts";
import { importGoogleAuth } from "../../google/import-google-auth.ts";
import type { MailResult } from "../../model/source.ts";
import { checkTokens } from "./check-tokens.ts";
import { explainRefusal } from "./explain-refusal.ts";
import type { LoginOptions } from "./login-options.ts";
import { parseRedirect, type RedirectResult } from "./parse-redirect.ts";
import { type RedirectServer, receiveRedirect } from "./receive-redirect.ts";

/** Never rejects. */
export async function logIn(options: LoginOptions): Promise<MailResult<UserCredentials>> {
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
