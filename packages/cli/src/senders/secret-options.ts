// Options that name secrets → their texts. A secret is never an argument: every user of a machine can list those.
import { findWrapping, isSecretPath } from "@hookwright/core/problems";
import { CliError, createUsageError } from "../cli-error.ts";
import { findVariable } from "../config/find-variable.ts";
import { readInput } from "../input/read-input.ts";
import type { Io } from "../io.ts";

/** What a sender proves itself with. */
export type ProofKind = "secret" | "token" | "publicKey";

export interface SecretOptions {
  readonly secretEnv?: readonly string[];
  readonly secretFile?: readonly string[];
  readonly tokenEnv?: readonly string[];
  readonly tokenFile?: readonly string[];
  readonly publicKeyEnv?: readonly string[];
  readonly publicKeyFile?: readonly string[];
  readonly verifyTokenEnv?: string;
  /** Beside it is the .env file. Absent: in the working directory. */
  readonly config?: string | undefined;
}

export interface NamedSecret {
  /** Such as `the environment variable GITHUB_SECRET`. */
  readonly name: string;
  /** As it is there, white space included. */
  readonly text: string;
}

export const OPTION_NAMES: Readonly<Record<ProofKind, string>> = {
  secret: "--secret-env",
  token: "--token-env",
  publicKey: "--public-key-env",
};

/** In the order of the options; those of the environment first. */
export async function readSecretTexts(
  options: SecretOptions,
  kind: ProofKind,
  io: Io,
): Promise<readonly NamedSecret[]> {
  const names = options[`${kind}Env` as const] ?? [];
  const paths = options[`${kind}File` as const] ?? [];
  const files = paths.map(async (path) => {
    const name = `the file ${path}`;
    const text = await readInput({ what: "secret", path }, io).catch((error: unknown) => {
      throw path === "-" || isSecretPath(path) ? error : createMistakenPathError();
    });
    // Editors and `echo` end a file with a line feed, as the reader of secret files knows.
    return checkSet({ name, text: text.replace(/\r?\n$/, "") });
  });
  return [
    ...names.map((name) => readVariable(name, options.config, io)),
    ...(await Promise.all(files)),
  ];
}

/** Reports end up in logs, so what may be the secret is not repeated. */
function createMistakenPathError(): CliError {
  const hint = "Write the path of the file, such as ./secret.txt, and not what is in it.";
  return new CliError("Cannot read a secret from a file, by a path that may be a secret.", {
    hint,
  });
}

export function readVariable(
  variable: string,
  config: string | undefined,
  io: Pick<Io, "env" | "envFile">,
): NamedSecret {
  if (!VARIABLE.test(variable)) {
    const hint = `Write the name of an environment variable, such as ${OPTION_NAMES.secret} GITHUB_SECRET.`;
    throw createUsageError("The value of an option is not the name of a variable.", hint);
  }
  const name = `the environment variable ${variable}`;
  return checkSet({ name, text: findVariable(variable, config, io) ?? "" });
}

/** The text without blanks around it. Throws where something else was copied with it, such as quotes. */
export function textOf({ name, text }: NamedSecret): string {
  const secret = text.trim();
  const wrapping = findWrapping(secret, "token");
  if (wrapping === undefined) return secret;
  const said = `${name} ${wrapping.what}.`;
  throw createUsageError(`${said.slice(0, 1).toUpperCase()}${said.slice(1)}`, wrapping.hint);
}

/** Anything else may be the secret itself, which no message repeats. */
const VARIABLE = /^[A-Za-z_]\w{0,63}$/;

function checkSet(secret: NamedSecret): NamedSecret {
  if (secret.text.trim() !== "") return secret;
  const message = `T${secret.name.slice(1)} is not set, or blank.`;
  throw createUsageError(message, "Put the secret there that the sender shows.");
}
