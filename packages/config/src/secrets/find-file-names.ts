// A config and its folder → errors for each token or secret that is the name of a file there instead of a reference
// to it.
import { statSync } from "node:fs";
import { readMember } from "@hookwright/base";
import { type ConfigPath, configPathToText, type Problem } from "@hookwright/core";
import { expandPath } from "@hookwright/node-kit/files";

/** A value with an error gets no second one. */
export function findFileNames(
  config: unknown,
  folder: string,
  reported: readonly Problem[],
): readonly Problem[] {
  const hooks = readMember(config, "hooks");
  if (readMember(hooks, "enabled") !== true) return [];
  const errors = reported.filter(({ severity }) => severity === "error");
  const toldAt = new Set(errors.map(({ path }) => JSON.stringify(path)));
  return [
    ...textsAt(readMember(hooks, "token"), ["hooks", "token"]),
    ...textsOfMappings(readMember(hooks, "mappings")),
  ].flatMap(({ text, path }) => {
    if (toldAt.has(JSON.stringify(path)) || !isFile(text, folder)) return [];
    return [describe(text, path)];
  });
}

interface WrittenText {
  readonly text: string;
  readonly path: ConfigPath;
}

/** A secret, or the list of several that is used during a rotation. */
function textsAt(value: unknown, path: ConfigPath): readonly WrittenText[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => textsAt(one, [...path, index]));
  return typeof value === "string" ? [{ text: value.trim(), path }] : [];
}

const KEYS = ["secret", "secrets", "token", "tokens"];

function textsOfMappings(mappings: unknown): readonly WrittenText[] {
  if (!Array.isArray(mappings)) return [];
  return mappings.flatMap((mapping, index) => {
    const auth = readMember(mapping, "auth");
    const at = ["hooks", "mappings", index, "auth"];
    return KEYS.flatMap((key) => textsAt(readMember(auth, key), [...at, key]));
  });
}

/** No file name is longer. */
const MAX_NAME_CHARACTERS = 255;

function isFile(text: string, folder: string): boolean {
  if (text === "" || text.length > MAX_NAME_CHARACTERS || text.includes("\0")) return false;
  return statSync(expandPath(text, folder), { throwIfNoEntry: false })?.isFile() === true;
}

function describe(file: string, path: ConfigPath): Problem {
  return {
    code: path[1] === "mappings" ? "secret_placeholder" : "token_placeholder",
    severity: "error",
    path,
    message: `${configPathToText(path)} is the name of a file beside the config instead of the content of that file: anybody can guess a file name.`,
    hint: `Write { "file": ${JSON.stringify(file)} }.`,
    change: { kind: "replace", value: { file }, safe: true },
  };
}
