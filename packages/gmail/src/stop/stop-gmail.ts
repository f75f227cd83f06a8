// An account that is watched → Gmail notifies no more; with `revoke`, everything that `setup` made is gone.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readMember } from "../data/read-member.ts";
import { chooseCredentials } from "../google/auth/choose-credentials.ts";
import { createLoggedInSend } from "../google/create-logged-in-send.ts";
import { type ExistingConfig, readExisting } from "../setup/read-existing.ts";
import { readSecret } from "../setup/read-secret.ts";
import { accountFolderOf } from "../state/account-folder.ts";
import { LOCK_NAME, problemOfOwner } from "../state/lock.ts";
import { prepareFolder } from "../state/prepare-folder.ts";
import { failedLine } from "./failed-line.ts";
import { endLogin, type StopContext, stopAtGoogle } from "./stop-at-google.ts";
import type { StopLine, StopOptions, StopResult } from "./stop-options.ts";

/** Never rejects. What fails does not keep the rest from being removed, but the login stays then. */
export async function stopGmail(options: StopOptions): Promise<StopResult> {
  const { account, stateFolder, configPath } = options;
  const folder = accountFolderOf(stateFolder, account);
  if (folder === undefined) return refuse("The account is no mail address.");
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
    written === undefined ? undefined : (readSecret(written, { ...options, providers }) ?? "");
  const credentials = await chooseCredentials({ text, folder, account });
  const lines: StopLine[] = [];
  if (credentials.ok) {
    const send = await createLoggedInSend(credentials.value, { account, urls });
    lines.push(...(await stopAtGoogle(send, options, { folder, existing })));
  } else {
    lines.push(failedLine("watch", credentials.failure));
  }
  // Without the login, what failed could not be done later.
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
