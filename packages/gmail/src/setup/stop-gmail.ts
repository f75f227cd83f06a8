// A watched account → Gmail stops notifying; with `revoke`, everything that `setup` created is deleted.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readMember } from "@hookwright/base";
import type { EnvFileSource } from "@hookwright/config";
import type { Time } from "@hookwright/node-kit/clock";
import { chooseCredentials, type GoogleCredentials } from "../google/auth/credentials.ts";
import { revokeToken } from "../google/auth/revoke-token.ts";
import { createLoggedInSend } from "../google/create-google-client.ts";
import { repeat } from "../google/create-repeating-send.ts";
import type { GoogleUrls } from "../google/google-urls.ts";
import type { MailFailure } from "../model/failure.ts";
import type { SendToGoogle } from "../model/google.ts";
import type { MailResult } from "../model/source.ts";
import { LOCK_NAME, type LockFile, problemOfOwner } from "../state/lock.ts";
import { accountFolderOf, prepareFolder } from "../state/prepare-folder.ts";
import { chooseNames } from "./choose-names.ts";
import { addChosen, readJournal } from "./journal.ts";
import { type ExistingConfig, readExisting } from "./read-existing.ts";
import { readSecretFile } from "./secret-file.ts";

/** Never rejects. If one step fails, the others still run, but the login is kept. */
export async function stopGmail(options: StopOptions): Promise<StopResult> {
  const { account, stateFolder, configPath } = options;
  const folder = accountFolderOf(stateFolder, account);
  if (folder === undefined) return refuse("The account is not a mail address.");
  const problem = await prepareFolder(folder);
  if (problem !== undefined) return refuse(problem.message, problem.hint);
  const existing = await readExisting(configPath);
  if (!existing.ok) return refuse(existing.failure.message, existing.failure.hint);
  const lock = await options.lockFile(join(folder, LOCK_NAME));
  if (!lock.ok) {
    const { message, hint } = problemOfOwner(account, lock.processId);
    return refuse(message, hint);
  }
  try {
    return await stopInFolder(options, { folder, existing: existing.value });
  } finally {
    lock.release();
  }
}

async function stopInFolder(
  options: StopOptions,
  { folder, existing }: StopContext,
): Promise<StopResult> {
  const { account, urls } = options;
  const written = readMember(existing.gmail, "credentials");
  const { providers } = existing;
  const text =
    written === undefined ? undefined : (readSecretFile(written, { ...options, providers }) ?? "");
  const credentials = await chooseCredentials({ text, folder, account });
  const lines: StopLine[] = [];
  if (credentials.ok) {
    const send = await createLoggedInSend(credentials.value, { account, urls });
    lines.push(...(await stopAtGoogle(send, options, { folder, existing })));
  } else {
    lines.push(failedLine("watch", credentials.failure));
  }
  // Without the login, the failed steps could not be repeated.
  const isDone = lines.every(({ state }) => state !== "failed");
  if (options.revoke && isDone && credentials.ok) {
    lines.push(await endLogin(credentials.value, options, text !== undefined));
  }
  if (options.revoke && lines.every(({ state }) => state !== "failed")) {
    await rm(folder, { recursive: true, force: true });
    lines.push({ what: "files", state: "done", message: `${folder} is removed.` });
  }
  const ok = lines.every(({ state }) => state !== "failed");
  return { ok, lines, remains: listRemains(options, existing, text !== undefined) };
}

function listRemains(
  { revoke, configPath, stateFolder }: StopOptions,
  { gmail }: ExistingConfig,
  isGiven: boolean,
): readonly string[] {
  const remains: string[] = [];
  if (!revoke)
    remains.push("The login, the topic and the subscription: run this again with --revoke");
  if (gmail !== undefined) remains.push(`hooks.gmail in ${configPath}`);
  if (revoke) remains.push(`The hook token in ${stateFolder}, which other mappings may use`);
  if (isGiven) remains.push("The key of the service account, in Google's console");
  else remains.push("The OAuth client, in Google's console");
  return remains;
}

function refuse(message: string, hint?: string): StopResult {
  const failure = { message, ...(hint !== undefined && { hint }) };
  return { ok: false, lines: [failedLine("watch", failure)], remains: [] };
}

interface StopContext {
  readonly folder: string;
  readonly existing: ExistingConfig;
}

/**
 * A login and the names that `setup` chose → Gmail stops notifying; with `revoke`, what was created at Google is
 * deleted.
 */
async function stopAtGoogle(
  send: SendToGoogle,
  options: StopOptions,
  { folder, existing }: StopContext,
): Promise<readonly StopLine[]> {
  const { time, signal } = options;
  const ask = (method: "POST" | "DELETE", path: string): Promise<MailResult<unknown>> => {
    const service = path.startsWith("/gmail/") ? "gmail" : "pubsub";
    return repeat(() => send({ service, method, path, signal }), { time, signal, maxTries: 3 });
  };
  const stopped = await ask("POST", "/gmail/v1/users/me/stop");
  const lines = [lineOf("watch", stopped, "Gmail no longer notifies.")];
  if (!options.revoke) return lines;
  const choices = addChosen({ account: options.account }, await readJournal(folder));
  const names = chooseNames(choices, { existing, project: undefined });
  if (!names.ok || names.value.pubsub === undefined) return lines;
  const { subscription, topic } = names.value.pubsub;
  const unsubscribed = await ask("DELETE", `/v1/${subscription}`);
  lines.push(lineOf("subscription", unsubscribed, `${subscription} is deleted.`));
  const users = await send<{ readonly subscriptions?: readonly string[] }>({
    service: "pubsub",
    method: "GET",
    path: `/v1/${topic}/subscriptions`,
    signal,
  });
  if (users.ok && (users.value.subscriptions?.length ?? 0) > 0) {
    const message = `${topic} is kept: other subscriptions use it.`;
    return [...lines, { what: "topic", state: "kept", message }];
  }
  return [...lines, lineOf("topic", await ask("DELETE", `/v1/${topic}`), `${topic} is deleted.`)];
}

async function endLogin(
  credentials: GoogleCredentials,
  { urls }: StopOptions,
  isGiven: boolean,
): Promise<StopLine> {
  if (isGiven || credentials.type === "service_account") {
    const message = "The credentials in the config are yours, and are kept.";
    return { what: "login", state: "kept", message };
  }
  const revoked = await revokeToken(credentials.refreshToken, urls.revoke);
  if (!revoked.ok) return failedLine("login", revoked.failure);
  if (!revoked.wasLive) return { what: "login", state: "absent", message: "The login had ended." };
  return { what: "login", state: "done", message: "The login is revoked at Google." };
}

function lineOf(what: StopLine["what"], result: MailResult<unknown>, message: string): StopLine {
  if (result.ok) return { what, state: "done", message };
  if (result.failure.code === "not_found")
    return { what, state: "absent", message: `There is no ${what}.` };
  return failedLine(what, result.failure);
}

/** A step of `stop` that failed → its line. */
function failedLine(
  what: StopLine["what"],
  { message, hint }: Pick<MailFailure, "message" | "hint">,
): StopLine {
  return { what, state: "failed", message, ...(hint !== undefined && { hint }) };
}

/** Which account to stop, and how much to remove. */
export interface StopOptions {
  readonly account: string;
  readonly stateFolder: string;
  readonly configPath: string;
  /** For secrets that the config refers to. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Variables that `env` lacks are looked up here. Default: nowhere. */
  readonly envFile?: EnvFileSource | undefined;
  /** Also deletes the subscription and the topic, revokes the login, and removes the files. */
  readonly revoke: boolean;
  /** Taken so that no run is in progress. */
  readonly lockFile: LockFile;
  readonly urls: GoogleUrls;
  readonly time: Time;
  readonly signal: AbortSignal;
}

/** One thing that was removed, was absent, or could not be removed. */
export interface StopLine {
  readonly what: "watch" | "subscription" | "topic" | "login" | "files";
  readonly state: "done" | "absent" | "failed" | "kept";
  readonly message: string;
  readonly hint?: string;
}

/** The results, and what remains to be removed manually. */
export interface StopResult {
  readonly ok: boolean;
  readonly lines: readonly StopLine[];
  readonly remains: readonly string[];
}
