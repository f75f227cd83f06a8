// Credential files of Google → the credentials to log in with, or the failure.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { jsonFromText, readMember, readTextMember } from "@hookwright/base";
import { writeDurable } from "@hookwright/node-kit/files";
import { system } from "@hookwright/node-kit/system";
import type { MailFailure } from "../../model/failure.ts";

/** The login of a person: it lasts until Google or the person revokes it. */
export interface UserCredentials {
  readonly type: "authorized_user";
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  /** The granted scopes; undefined if the login does not have them. */
  readonly scopes?: readonly string[];
  /** The project of the client, if the login was made here. */
  readonly projectId?: string;
}

/** A key of a service account, which reads a mailbox only with domain-wide delegation. */
export interface ServiceAccountCredentials {
  readonly type: "service_account";
  readonly email: string;
  readonly privateKey: string;
  readonly privateKeyId: string | undefined;
  readonly projectId: string | undefined;
}

/** Of a person or of a service account. */
export type GoogleCredentials = UserCredentials | ServiceAccountCredentials;

/** Credentials, or the failure, which contains no part of them. */
export type CredentialsResult =
  | { readonly ok: true; readonly value: GoogleCredentials }
  | { readonly ok: false; readonly failure: MailFailure };

/** Takes `authorized_user` (a login) and `service_account` (a key). */
export function parseCredentials(text: string): CredentialsResult {
  const json = jsonFromText(text);
  if (json === undefined) return refuse("are not JSON", "Use the JSON file that Google gave you.");
  const type = readTextMember(json, "type");
  if (type === "authorized_user") return parseUser(json);
  if (type === "service_account") return parseServiceAccount(json);
  if (isClientFile(json)) {
    return refuse(
      "are a client file without a login",
      "Use it to log in: hookwright gmail setup --client FILE.",
    );
  }
  const named = KNOWN_OTHERS.find((other) => other === type);
  return refuse(
    named === undefined ? "have no known type" : `are of the type ${named}`,
    "Use authorized_user (made by a login) or service_account (a key of one).",
  );
}

/** Google's credential types that are not supported. Another text is not quoted: it could be a secret. */
const KNOWN_OTHERS = [
  "external_account",
  "external_account_authorized_user",
  "impersonated_service_account",
  "gdch_service_account",
];

function parseUser(json: unknown): CredentialsResult {
  const clientId = readTextMember(json, "client_id");
  const clientSecret = readTextMember(json, "client_secret");
  const refreshToken = readTextMember(json, "refresh_token");
  if (clientId === undefined) return lacks("client_id");
  if (clientSecret === undefined) return lacks("client_secret");
  if (refreshToken === undefined) return lacks("refresh_token");
  const scopes = readTextMember(json, "scope")?.split(" ");
  const projectId = readTextMember(json, "project_id");
  return found({
    type: "authorized_user",
    clientId,
    clientSecret,
    refreshToken,
    ...(scopes && { scopes }),
    ...(projectId !== undefined && { projectId }),
  });
}

function parseServiceAccount(json: unknown): CredentialsResult {
  const email = readTextMember(json, "client_email");
  const privateKey = readTextMember(json, "private_key");
  if (email === undefined) return lacks("client_email");
  if (privateKey === undefined) return lacks("private_key");
  return found({
    type: "service_account",
    email,
    privateKey,
    privateKeyId: readTextMember(json, "private_key_id"),
    projectId: readTextMember(json, "project_id"),
  });
}

function isClientFile(json: unknown): boolean {
  return (
    json !== null &&
    typeof json === "object" &&
    (Object.hasOwn(json, "installed") || Object.hasOwn(json, "web"))
  );
}

function found(value: GoogleCredentials): CredentialsResult {
  return { ok: true, value };
}

function lacks(member: string): CredentialsResult {
  return refuse(`lack "${member}"`, "Use the unchanged file from Google.");
}

function refuse(what: string, hint: string): CredentialsResult {
  return {
    ok: false,
    failure: { code: "needs_login", message: `The Google credentials ${what}.`, hint },
  };
}

/** An OAuth client of the type *Desktop app*. */
export interface OAuthClientFile {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The project of the topic. If the file does not name one, it is the number at the start of the client id. */
  readonly project: string | undefined;
}

type ClientFileResult =
  | { readonly ok: true; readonly value: OAuthClientFile }
  | { readonly ok: false; readonly failure: MailFailure };

const MAKE_ONE =
  'In Google\'s console, open "Google Auth Platform", "Clients", create a client of the type "Desktop app", and download its JSON then: Google does not offer it later.';

/** The client file of Google's console → the id and secret of the OAuth client, or what is wrong with it. */
export function parseClientFile(text: string): ClientFileResult {
  const json = jsonFromText(text);
  if (json === undefined) return refuseClient("The client file is not JSON.");
  const installed = readMember(json, "installed");
  if (installed === undefined) {
    return refuseClient(
      readMember(json, "web") === undefined
        ? "The client file is not one of an OAuth client."
        : "The client file is one of a web application, which a login on this machine cannot use.",
    );
  }
  const clientId = readTextMember(installed, "client_id");
  const clientSecret = readTextMember(installed, "client_secret");
  if (clientId === undefined || clientSecret === undefined) {
    return refuseClient("The client file lacks its client_id or client_secret.");
  }
  const project =
    readTextMember(installed, "project_id") ?? /^(\d+)-/.exec(clientId)?.[1] ?? undefined;
  return { ok: true, value: { clientId, clientSecret, project } };
}

function refuseClient(message: string): ClientFileResult {
  return { ok: false, failure: { code: "invalid", message, hint: MAKE_ONE } };
}

/** In Google's own format (`authorized_user`), so that the file can be copied to another machine and named there. */
export const LOGIN_FILE = "login.json";

/** Never rejects. Read it again after `needs_login`: somebody may have logged in meanwhile. */
export async function readLogin(folder: string, account: string): Promise<CredentialsResult> {
  const path = join(folder, LOGIN_FILE);
  const login = `hookwright gmail setup FILE --account ${account}`;
  try {
    const { mode } = await stat(path);
    if (system.isShared(mode)) {
      return refuseLogin(`Others can read the login in ${path}.`, `Run "chmod 600 ${path}".`);
    }
    return parseCredentials(await readFile(path, "utf8"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT")
      return refuseLogin(`Nobody has logged in as ${account} yet.`, `Run ${login}.`);
    return refuseLogin(
      `The login in ${path} cannot be read: the system says ${code}.`,
      `Run ${login}.`,
    );
  }
}

/** Atomic, and durable when the promise resolves. */
export async function writeLogin(folder: string, login: UserCredentials): Promise<void> {
  const { type, clientId, clientSecret, refreshToken, scopes, projectId } = login;
  const json = {
    type,
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
    ...(scopes && { scope: scopes.join(" ") }),
    ...(projectId !== undefined && { project_id: projectId }),
  };
  await writeDurable(join(folder, LOGIN_FILE), `${JSON.stringify(json, undefined, 2)}\n`);
}

/** Why a login cannot be used, and how to correct it → the result. */
export function refuseLogin(
  message: string,
  hint: string,
): { readonly ok: false; readonly failure: MailFailure } {
  return { ok: false, failure: { code: "needs_login", message, hint } };
}

/** The two sources of credentials. */
export interface CredentialsOptions {
  /** The value of `hooks.gmail.credentials`, which takes precedence over the login. */
  readonly text?: string | undefined;
  /** The state folder of the account, which contains a login. */
  readonly folder: string;
  readonly account: string;
}

/** Reads the credentials of the config, or else the login of the account. Never rejects. */
export async function chooseCredentials({
  text,
  folder,
  account,
}: CredentialsOptions): Promise<CredentialsResult> {
  return text === undefined ? readLogin(folder, account) : parseCredentials(text);
}
