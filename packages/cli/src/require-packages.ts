// The packages that a part of the command needs → they are installed, or the line to type.
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

/** Which process has a mailbox is a lock of the host. */
export const FOR_MAIL: readonly PackageName[] = ["@hookwright/gmail", "@hookwright/host"];

/**
 * Everything that names one of the packages in an `import` statement is imported after this. Throws a `CliError` that
 * names all that are missing.
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
    // A package that is there and lacks a part of its own is broken, which is another thing than missing.
    if (!(error as Error).message.includes(`'${name}'`)) throw error;
    return false;
  }
}
