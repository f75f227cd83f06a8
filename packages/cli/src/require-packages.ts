// The packages that a command needs → an error with the install command if one is missing.
import { CliError } from "./cli-error.ts";

/** Optional peers: a command that only checks, tests or forwards needs none of them. */
type PackageName =
  | "@hookwright/gmail"
  | "@hookwright/host"
  | "@hookwright/transforms"
  | "@redis/client";

const IMPORTS: Readonly<Record<PackageName, () => Promise<unknown>>> = {
  "@hookwright/gmail": () => import("@hookwright/gmail"),
  "@hookwright/host": () => import("@hookwright/host"),
  "@hookwright/transforms": () => import("@hookwright/transforms"),
  "@redis/client": () => import("@redis/client"),
};

/** A lock of the host decides which process watches a mailbox. */
export const FOR_MAIL: readonly PackageName[] = ["@hookwright/gmail", "@hookwright/host"];

/**
 * Throws a `CliError` that names all missing packages. Call it before importing a file that imports one of them.
 */
export async function requirePackages(names: readonly PackageName[]): Promise<void> {
  const found = await Promise.all(names.map(isInstalled));
  const missing = names.filter((_, index) => found[index] === false);
  if (missing.length === 0) return;
  const [noun, verb] = missing.length === 1 ? ["package", "is"] : ["packages", "are"];
  throw new CliError(`The ${noun} ${missing.join(" and ")} ${verb} not installed.`, {
    hint: installHint(missing),
  });
}

/** The line to type. */
export function installHint(names: readonly PackageName[]): string {
  return `Run npm install ${names.join(" ")} beside hookwright.`;
}

export async function isInstalled(name: PackageName): Promise<boolean> {
  try {
    await IMPORTS[name]();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    // An installed package that lacks one of its own files is broken, not missing.
    if (!(error as Error).message.includes(`'${name}'`)) throw error;
    return false;
  }
}
