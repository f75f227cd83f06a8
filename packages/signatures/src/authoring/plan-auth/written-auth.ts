// One `auth` while it is planned: what is written, and what was found wrong with it so far.
import type { ConfigPath } from "@hookwright/base";
import type {
  AuthProblem,
  AuthProblemCode,
  PlannedSecret,
  WrittenSecret,
} from "../../auth-plan.ts";
import type { AuthInput } from "./auth-input.ts";

export interface WrittenAuth {
  readonly input: AuthInput;
  /** That of the `auth`. */
  readonly path: ConfigPath;
  readonly problems: AuthProblem[];
}

interface FoundProblem {
  readonly code: AuthProblemCode;
  /** None: the `auth` itself. */
  readonly at?: ConfigPath;
  readonly message: string;
  readonly hint: string;
  readonly severity?: "error" | "warning";
}

/** Returns undefined, so that a caller can report and return at once. */
export function reportAuth(auth: WrittenAuth, problem: FoundProblem): undefined {
  const { code, severity = "error", at = [], message, hint } = problem;
  auth.problems.push({ code, severity, at, message, hint });
  return undefined;
}

/** The secrets, tokens or public keys that are written, newest first. */
export function listSecrets(
  input: AuthInput,
  key: "secret" | "token" | "publicKey",
): readonly PlannedSecret[] {
  const single = entriesOf(input[key], key);
  if (key === "publicKey") return single;
  const plural = `${key}s` as const;
  return [...single, ...entriesOf(input[plural], plural)];
}

function entriesOf(
  written: WrittenSecret | readonly WrittenSecret[] | undefined,
  key: string,
): readonly PlannedSecret[] {
  if (written === undefined) return [];
  if (!isList(written)) return [{ at: [key], secret: written }];
  return written.map((secret, index) => ({ at: [key, index], secret }));
}

function isList(
  written: WrittenSecret | readonly WrittenSecret[],
): written is readonly WrittenSecret[] {
  return Array.isArray(written);
}
