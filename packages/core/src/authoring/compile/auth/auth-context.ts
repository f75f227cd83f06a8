// What compiling an `auth` needs to know, and how it tells what is wrong. Types, and the one that reports.

import type { Timer } from "@hookwright/base";
import type { CryptoPort, KeysPort } from "@hookwright/signatures";
import type { Verifier } from "@hookwright/signatures/runtime";
import type { ConfigCode, ConfigPath, Secrets, Severity } from "../../../base/index.ts";
import { createProblem, type Report } from "../../../base/index.ts";
import type { AuthInput } from "../../config/index.ts";
import type { CheckSharedSecret } from "./check-shared-secret.ts";

export interface AuthContext {
  readonly crypto: CryptoPort;
  /** Undefined: nothing is fetched, and what needs it is a problem. */
  readonly keys: KeysPort | undefined;
  readonly timer: Timer;
  readonly verifiers: Readonly<Record<string, Verifier>>;
  readonly secrets: Secrets | undefined;
  /** A config that exposes nothing needs no secrets, so none are read for it. */
  readonly readsSecrets: boolean;
  /** Called with each secret once it is read. */
  readonly checkSharedSecret: CheckSharedSecret;
  /** Gets each secret that was read: it is hidden in all that leaves the gates. */
  readonly keepSecret: (secret: string) => void;
  readonly report: Report;
}

/** One `auth` that is an object, and where it stands. */
export interface WrittenAuth {
  readonly input: AuthInput;
  /** That of the `auth`. */
  readonly path: ConfigPath;
  readonly context: AuthContext;
}

interface AuthProblem {
  readonly code: ConfigCode;
  /** Keys below the `auth`; none: the `auth` itself. */
  readonly at?: ConfigPath;
  readonly message: string;
  readonly hint?: string;
  readonly severity?: Severity;
}

/** Gives nothing, so that a compiler can report and return at once. */
export function reportAuth(auth: WrittenAuth, problem: AuthProblem): undefined {
  const { code, at = [], message, hint, severity = "error" } = problem;
  auth.context.report(createProblem(code, [...auth.path, ...at], message, { hint, severity }));
  return undefined;
}
