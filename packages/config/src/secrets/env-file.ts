// The path of a .env file → its variables, for references to secrets only, or why they cannot be read.
import { type Stats, statSync } from "node:fs";
import { basename } from "node:path";
import util from "node:util";
import { findNearestName } from "@hookwright/base";
import type { Problem } from "@hookwright/core";
import { system } from "@hookwright/node-kit/system";
import { readTextFile } from "../files/read-text-file.ts";

/** A file of `NAME=value` lines. References to variables that the environment lacks are looked up in it. */
export interface EnvFileSource {
  /** Absolute, or relative to the working directory. */
  readonly path: string;
  /** Whether the file may be missing, such as the `.env` beside a config that no option named. Default: false. */
  readonly isOptional?: boolean;
  /** The file that an optional one is beside, for messages. Default: `config`. */
  readonly beside?: "config" | "plan";
}

export interface EnvFile {
  readonly path: string;
  /** The value of a variable. Undefined if it is missing or empty: an empty value sets nothing. */
  readonly find: (name: string) => string | undefined;
  /** All values that are not empty, so that they can be removed from output. */
  readonly values: readonly string[];
  /** How to set a variable that is missing here. */
  readonly hintFor: (name: string) => string;
  /** The problem of the file as a whole. */
  readonly problems: readonly Problem[];
  /** A warning if other users can read the file. */
  readonly exposure: Problem | undefined;
}

/** Enough for a few hundred secrets. */
const MAX_ENV_FILE_BYTES = 256 * 1024;

/** Reads the file once. Never throws. */
export function readEnvFile({
  path,
  isOptional = false,
  beside = "config",
}: EnvFileSource): EnvFile {
  const where = isOptional ? `${basename(path)} beside the ${beside}` : path;
  const stats = statOf(path);
  // A folder of this name is often a Python virtual environment.
  const isAbsent = isOptional && (stats === undefined || stats.isDirectory());
  if (isAbsent) {
    const note = stats === undefined ? "" : " (there is a folder of that name)";
    return {
      path,
      find: () => undefined,
      values: [],
      hintFor: (name) =>
        `Set the environment variable ${name}, or write ${name}=… into ${where}${note}.`,
      problems: [],
      exposure: undefined,
    };
  }
  const file = readTextFile(path, MAX_ENV_FILE_BYTES);
  if (!file.ok) {
    return {
      path,
      find: () => undefined,
      values: [],
      hintFor: (name) =>
        `Set the environment variable ${name}: ${where} cannot be read: ${file.reason}.`,
      problems: [createUnreadable(where, { reason: file.reason, isOptional })],
      exposure: undefined,
    };
  }
  const variables = parseVariables(file.text);
  return {
    path,
    find: (name) => variables.get(name) || undefined,
    values: [...variables.values()].filter((value) => value !== ""),
    hintFor: (name) => {
      if (variables.has(name)) return `${name} is empty in ${where}: write its value there.`;
      const near = findNearestName(name, variables.keys());
      const similar = near === undefined ? "" : ` Did you mean "${near}"?`;
      return `Set the environment variable ${name}, or write ${name}=… into ${where}, which does not have it.${similar}`;
    },
    problems: [],
    exposure:
      stats !== undefined && system.isShared(stats.mode) ? createExposure(where, path) : undefined,
  };
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Parses the file as Node does, without expanding `$NAME`. Names of inherited properties are ordinary names. */
function parseVariables(text: string): ReadonlyMap<string, string> {
  // Node 20 keeps the blanks after `export` as a part of the name if there are two.
  const written = text.replace(/^([ \t]*export)[ \t]+/gm, "$1 ");
  return new Map(
    Object.entries(util.parseEnv(written)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}

function createUnreadable(
  where: string,
  { reason, isOptional }: { readonly reason: string; readonly isOptional: boolean },
): Problem {
  return {
    code: "env_file_unreadable",
    severity: isOptional ? "warning" : "error",
    path: [],
    message: `The file ${where} cannot be read: ${reason}.`,
    hint: isOptional
      ? "Make it a UTF-8 text that you can read, or leave it out with --no-env-file."
      : "Check the path of --env-file; without the option, .env beside the config is read.",
  };
}

function createExposure(where: string, path: string): Problem {
  return {
    code: "env_file_exposed",
    severity: "warning",
    path: [],
    message: `Other users of this machine can read ${where}, and secrets are taken from it.`,
    hint: `Let only its owner read it: chmod 600 ${path}`,
  };
}
