// The options, their files and the config → the credentials that they name, and the client to log in with.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readMember } from "@hookwright/base";
import type { CredentialsResult, UserCredentials } from "../../google/auth/credentials.ts";
import {
  type OAuthClientFile,
  parseClientFile,
  parseCredentials,
  refuseLogin,
} from "../../google/auth/credentials.ts";
import type { MailResult } from "../../model/source.ts";
import { readSecretFile } from "../secret-file.ts";
import { done, type SetupContext } from "../setup-context.ts";

/** Undefined if neither the options nor the config name credentials. */
export async function readGiven({
  options,
  existing,
}: SetupContext): Promise<CredentialsResult | undefined> {
  const { credentialsPath } = options;
  if (credentialsPath !== undefined) {
    const text = await readText(credentialsPath);
    return text.ok ? parseCredentials(text.value) : text;
  }
  const written = readMember(existing.gmail, "credentials");
  if (written === undefined) return undefined;
  const secret = readSecretFile(written, { ...options, providers: existing.providers });
  if (secret !== undefined) return parseCredentials(secret);
  return refuseLogin(
    "The secret behind hooks.gmail.credentials is missing.",
    "Put it where the config says.",
  );
}

export interface Client extends Pick<OAuthClientFile, "clientId" | "clientSecret"> {
  readonly project?: string | undefined;
}

async function readText(path: string): Promise<MailResult<string>> {
  try {
    return done(await readFile(path, "utf8"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refuseLogin(
      `${resolve(path)} cannot be read: the system says ${code}.`,
      "Check the path.",
    );
  }
}

export async function readClient(
  { options }: SetupContext,
  before: UserCredentials | undefined,
): Promise<MailResult<Client>> {
  if (options.clientPath !== undefined) {
    const text = await readText(options.clientPath);
    return text.ok ? parseClientFile(text.value) : text;
  }
  if (before !== undefined) return { ok: true, value: { ...before, project: before.projectId } };
  return refuseLogin(
    "Nobody has logged in yet, and no OAuth client is known.",
    'Make one in Google\'s console ("Google Auth Platform", "Clients", type "Desktop app"), download its JSON when it is made, and name it with --client; or name a service account with --credentials.',
  );
}
