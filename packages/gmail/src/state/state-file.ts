// The text of `state.json` ↔ the durable facts of an account, each member checked.

import { errorText, isRecord, jsonFromText } from "@hookwright/base";
import type { MailFailure } from "../model/failure.ts";
import type { MailLog } from "../model/log.ts";
import type { GmailMode } from "../model/mode.ts";
import type { AccountState, AccountStore, StateChange } from "../model/state.ts";

export const STATE_FILE = "state.json";

/** The content of the file: the state without the posted mails, and further facts for `status`. */
export interface StoredState extends Omit<AccountState, "posted"> {
  readonly account: string;
  /** The mode of the last run. */
  readonly mode?: GmailMode;
  /** When the cursor was last set, in milliseconds: the time of the last successful look. */
  readonly cursorAt?: number;
}

type ParsedState =
  | { readonly ok: true; readonly stored: StoredState }
  | { readonly ok: false; readonly code: "state_damaged" | "state_newer" };

const VERSION = 1;

const DAMAGED: ParsedState = { ok: false, code: "state_damaged" };

export function stateToText(stored: StoredState): string {
  return `${JSON.stringify({ version: VERSION, ...stored }, null, 2)}\n`;
}

export function parseState(text: string): ParsedState {
  const value = jsonFromText(text);
  if (!isRecord(value) || !isCount(value["version"])) return DAMAGED;
  if (value["version"] > VERSION) return { ok: false, code: "state_newer" };
  const isWhole = Object.entries(MEMBERS).every(
    ([name, check]) => value[name] === undefined || check(value[name]),
  );
  if (!isWhole || typeof value["account"] !== "string") return DAMAGED;
  const { version: _version, ...stored } = value;
  return { ok: true, stored: stored as unknown as StoredState };
}

/** Each member may be absent. Unknown members are kept. */
const MEMBERS: Readonly<Record<keyof StoredState, (value: unknown) => boolean>> = {
  account: isText,
  mode: (value) => ["pull", "push", "poll"].includes(value as string),
  cursor: isText,
  cursorAt: isCount,
  watch: (value) => isRecord(value) && isCount(value["expiresAt"]) && isCount(value["renewedAt"]),
  lastError: isError,
  watchError: isError,
  pullError: isError,
  needsLogin: (value) => typeof value === "boolean",
};

function isError(value: unknown): boolean {
  return isRecord(value) && isCount(value["at"]) && isFailure(value["failure"]);
}

function isFailure(value: unknown): value is MailFailure {
  return isRecord(value) && isText(value["code"]) && isText(value["message"]);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** A change of the state → it is durable, or the failure is logged. For changes that a run can do without. */
export async function saveState(
  { change: write }: Pick<AccountStore, "change">,
  change: StateChange,
  log: MailLog,
): Promise<void> {
  try {
    await write(change);
  } catch (error) {
    log({
      level: "error",
      event: "state_not_written",
      message: `The state cannot be written: ${errorText(error)}.`,
      hint: "Check the disk and the rights of the state folder.",
    });
  }
}

/** A problem of the state folder. */
export interface StateProblem {
  readonly code:
    | "account_unusable"
    | "state_shared"
    | "state_unusable"
    | "state_in_use"
    | "state_damaged"
    | "state_newer";
  /** One sentence. */
  readonly message: string;
  readonly hint: string;
}
