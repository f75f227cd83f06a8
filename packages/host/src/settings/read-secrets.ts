// Secrets of a channel or a runner, as its schema reads them → their texts, and problems.

import {
  type ConfigPath,
  readSecret,
  type SecretForm,
  type SecretInput,
  type Secrets,
} from "@hookwright/core";
import { createProblem, type Report } from "@hookwright/core/problems";

/** The path of the settings, and the port that looks up secrets. */
export interface SecretReading {
  readonly path: ConfigPath;
  readonly report: Report;
  readonly secrets?: Secrets | undefined;
}

const CONTROL = /\p{Cc}/u;

/** `steps` lead to it from the settings. Undefined if it cannot be read, which is reported. */
export function readSecretAt(
  input: SecretInput,
  steps: ConfigPath,
  { path, report, secrets }: SecretReading,
  form: SecretForm = "token",
): string | undefined {
  const at = [...path, ...steps];
  const result = readSecret(input, at, secrets, form);
  if (!result.ok) {
    report(result.problem);
    return undefined;
  }
  // A header cannot hold a line break, and a variable cannot hold a zero.
  if (!CONTROL.test(result.secret)) return result.secret;
  const code =
    path[0] === "host" && path[1] === "runner"
      ? "runner_setting_invalid"
      : "channel_setting_invalid";
  const message = `"${at.at(-1)}" holds control characters.`;
  report(createProblem(code, at, message, { hint: "Remove its control characters." }));
  return undefined;
}

/** The secrets that can be read, by name. */
export function readSecrets(
  inputs: Readonly<Record<string, SecretInput>> | undefined,
  key: string,
  reading: SecretReading,
): Readonly<Record<string, string>> | undefined {
  if (inputs === undefined) return undefined;
  const entries = Object.entries(inputs).flatMap(([name, input]) => {
    // A header may hold a scheme, and a variable of a command whatever the command reads.
    const secret = readSecretAt(input, [key, name], reading, "text");
    return secret === undefined ? [] : [[name, secret] as const];
  });
  return Object.fromEntries(entries);
}
