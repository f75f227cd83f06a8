// The option --state-folder and the environment → the folder of the host's store.
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { Io } from "../io.ts";

/** The XDG base directories of https://specifications.freedesktop.org/basedir-spec/latest/ */
export function stateFolderOf(option: string | undefined, { env }: Pick<Io, "env">): string {
  if (option !== undefined) return resolve(option);
  const { XDG_STATE_HOME: base = "", HOME: home = homedir() } = env;
  // The specification requires that a relative path is ignored.
  return join(isAbsolute(base) ? base : join(home, ".local", "state"), "hookwright");
}
