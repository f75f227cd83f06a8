// The state that the steps share.
import type { SendToGoogle } from "../model/google.ts";
import type { MailResult } from "../model/source.ts";
import type { SetupNames } from "./choose-names.ts";
import type { ExistingConfig } from "./read-existing.ts";
import type { SetupOptions, StepId } from "./setup-options.ts";

export interface SetupContext {
  readonly options: SetupOptions;
  readonly names: SetupNames;
  readonly existing: ExistingConfig;
  /** The folder of the account. */
  readonly folder: string;
  /** Set by the step `login`, which is the first. */
  readonly session: { send?: SendToGoogle };
  /** What remains to be done manually. */
  readonly notes: string[];
}

/** Each step can be repeated at any time, with the same result. */
export interface SetupStep {
  readonly id: StepId;
  /** What it does, as an imperative: "Create the topic …". */
  readonly title: string;
  /** The value is a sentence about the result. Never rejects. */
  readonly run: (context: SetupContext) => Promise<MailResult<string>>;
}

/** Sends requests with the login of the first step. */
export function sendOf({ session }: SetupContext): SendToGoogle {
  if (session.send === undefined) throw new Error("The step login comes first.");
  return session.send;
}

export function done(value: string): MailResult<string> {
  return { ok: true, value };
}
