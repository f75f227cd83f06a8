// What every step works with.
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
  /** What is left to do by hand. */
  readonly notes: string[];
}

/** Each can be done again at any time, with the same end. */
export interface SetupStep {
  readonly id: StepId;
  /** What it does, as an order: "Create the topic …". */
  readonly title: string;
  /** The value says what came of it. Never rejects. */
  readonly run: (context: SetupContext) => Promise<MailResult<string>>;
}

/** Asks with the login of the first step. */
export function sendOf({ session }: SetupContext): SendToGoogle {
  if (session.send === undefined) throw new Error("The step login comes first.");
  return session.send;
}

export function done(value: string): MailResult<string> {
  return { ok: true, value };
}
