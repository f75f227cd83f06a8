// A login and the names that `setup` chose → Gmail notifies no more; with `revoke`, what was made at Google is gone.
import type { GoogleCredentials } from "../google/auth/credentials.ts";
import { revokeToken } from "../google/auth/revoke-token.ts";
import { repeat } from "../google/repeat.ts";
import type { SendToGoogle } from "../model/google.ts";
import type { MailResult } from "../model/source.ts";
import { chooseNames } from "../setup/choose-names.ts";
import { addChosen, readJournal } from "../setup/journal.ts";
import type { ExistingConfig } from "../setup/read-existing.ts";
import { failedLine } from "./failed-line.ts";
import type { StopLine, StopOptions } from "./stop-options.ts";

export interface StopContext {
  readonly folder: string;
  readonly existing: ExistingConfig;
}

export async function stopAtGoogle(
  send: SendToGoogle,
  options: StopOptions,
  { folder, existing }: StopContext,
): Promise<readonly StopLine[]> {
  const { clock, signal } = options;
  const ask = (method: "POST" | "DELETE", path: string): Promise<MailResult<unknown>> => {
    const service = path.startsWith("/gmail/") ? "gmail" : "pubsub";
    return repeat(() => send({ service, method, path, signal }), { clock, signal, maxTries: 3 });
  };
  const stopped = await ask("POST", "/gmail/v1/users/me/stop");
  const lines = [lineOf("watch", stopped, "Gmail notifies no more.")];
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

export async function endLogin(
  credentials: GoogleCredentials,
  { urls }: StopOptions,
  isGiven: boolean,
): Promise<StopLine> {
  if (isGiven || credentials.type === "service_account") {
    const message = "The credentials that the config names are yours, and stay.";
    return { what: "login", state: "kept", message };
  }
  const revoked = await revokeToken(credentials.refreshToken, urls.revoke);
  if (!revoked.ok) return failedLine("login", revoked.failure);
  if (!revoked.wasLive) return { what: "login", state: "absent", message: "The login had ended." };
  return { what: "login", state: "done", message: "The login is ended at Google." };
}

function lineOf(what: StopLine["what"], result: MailResult<unknown>, message: string): StopLine {
  if (result.ok) return { what, state: "done", message };
  if (result.failure.code === "not_found")
    return { what, state: "absent", message: `There is no ${what}.` };
  return failedLine(what, result.failure);
}
