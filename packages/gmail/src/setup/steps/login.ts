// Credentials, an older login or a person at a browser → a login that is the mailbox, kept for the run.
import type { GoogleCredentials, UserCredentials } from "../../google/auth/credentials.ts";
import { readLogin, writeLogin } from "../../google/auth/login-file.ts";
import { revokeToken } from "../../google/auth/revoke-token.ts";
import { createLoggedInSend } from "../../google/create-logged-in-send.ts";
import { GMAIL_SCOPE, PUBSUB_SCOPE } from "../../google/google-urls.ts";
import type { MailResult } from "../../model/source.ts";
import { logIn } from "../login/log-in.ts";
import { done, type SetupContext, type SetupStep } from "../setup-context.ts";
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
    if (proved.ok) return done("The login of before is still good.");
    if (proved.failure.code !== "needs_login") return proved;
  }
  const client = await readClient(context, user);
  return client.ok ? logInAnew(context, client.value) : client;
}

async function logInAnew(context: SetupContext, client: Client): Promise<MailResult<string>> {
  const { options, names, folder } = context;
  const { login, urls, clock, signal } = options;
  const { account } = names;
  const scopes = scopesOf(context);
  const loggedIn = await logIn({ ...login, client, account, scopes, urls, clock, signal });
  if (!loggedIn.ok) return loggedIn;
  const proved = await prove(context, loggedIn.value);
  if (!proved.ok) {
    // The login of another account must not stay behind.
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

/** A login for polling may not touch Pub/Sub. One that was made elsewhere does not say what it may. */
function hasScopes({ scopes }: UserCredentials, context: SetupContext): boolean {
  return scopes === undefined || scopesOf(context).every((scope) => scopes.includes(scope));
}

/** The profile of the mailbox behind the credentials must be that of the account. */
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
