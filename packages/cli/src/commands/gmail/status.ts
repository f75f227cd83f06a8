// gmail status: a state folder → what is known of each account. Exit code 1 if a person must act.

import { visibleText } from "@hookwright/base";
import { type AccountStatus, accountStatus, readAccounts } from "@hookwright/gmail";
import { findLockFileOwner } from "@hookwright/host";
import { CliError } from "../../cli-error.ts";
import { stateFolderOf } from "../../host/state-folder.ts";
import type { Io } from "../../io.ts";
import { reportToJson } from "../../output/problem-report.ts";

export interface GmailStatusOptions {
  readonly stateFolder?: string;
  readonly json?: boolean;
}

/** Uses no network and takes no lock. */
export async function status(options: GmailStatusOptions, io: Io): Promise<number> {
  const stateFolder = stateFolderOf(options.stateFolder, io);
  const read = await readAccounts(stateFolder);
  if (!read.ok) throw new CliError(read.message, { hint: "Name a folder with --state-folder." });
  const now = Date.now();
  const accounts = await Promise.all(
    read.accounts.map(async (account) =>
      accountStatus(account, { owner: await findLockFileOwner(account.lockPath), now }),
    ),
  );
  const ok = accounts.every(({ reasons }) => reasons.length === 0);
  const text =
    options.json === true ? reportToJson("gmail-status", { ok, accounts }) : toText(accounts, now);
  io.stdout.write(`${text}\n`);
  return ok ? 0 : 1;
}

function toText(accounts: readonly AccountStatus[], now: number): string {
  if (accounts.length === 0)
    return "No mailbox is watched here. Run `hookwright gmail setup` first.";
  return accounts.map((account) => accountToText(account, now)).join("\n\n");
}

function accountToText(account: AccountStatus, now: number): string {
  const { mode, isRunning, processId, cursorAt, watch, posted, reasons } = account;
  const runs = processId === undefined ? "yes" : `process ${processId}`;
  const rows = [
    ["mode", mode ?? "not run yet"],
    ["running", isRunning ? runs : "no"],
    ["cursor", cursorAt === undefined ? "none" : `${durationOf(now - cursorAt)} old`],
    ...(watch === undefined ? [] : [["watch", watchToText(watch.expiresAt, now)]]),
    ["posted", `${posted} in 7 days`],
    ...errorRows(account, now),
  ];
  const lines = rows.map(([name = "", value = ""]) => `  ${name.padEnd(8)} ${visibleText(value)}`);
  const needs = reasons.flatMap(({ message, hint }) => [
    `  ! ${visibleText(message)}`,
    ...(hint === undefined ? [] : [`    ${visibleText(hint)}`]),
  ]);
  return [visibleText(account.account), ...lines, ...needs].join("\n");
}

function watchToText(expiresAt: number, now: number): string {
  const time = new Date(expiresAt).toISOString();
  return expiresAt > now ? `until ${time}` : `ended at ${time}`;
}

/** Including errors that pass by themselves. */
function errorRows(account: AccountStatus, now: number): readonly (readonly string[])[] {
  const errors = [account.lastError, account.watchError, account.pullError];
  return errors.flatMap((error) =>
    error === undefined
      ? []
      : [["error", `${durationOf(now - error.at)} ago: ${error.failure.message}`]],
  );
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;

function durationOf(milliseconds: number): string {
  for (const [name, size] of UNITS) {
    if (milliseconds >= 2 * size) return `${Math.floor(milliseconds / size)} ${name}`;
  }
  return `${Math.max(0, Math.round(milliseconds / 1_000))} s`;
}
