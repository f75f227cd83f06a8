// A package manager → how a reader installs packages with it and runs a command.
//
// Pages are written for npm. Everyday tests use the built packages of this workspace without an install; before a
// release, the pages are followed with packages from a registry, also with Bun and Deno.
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** How a page installs from a clone until the packages are published. */
const FROM_CLONE = /^git clone .*\n.*pack:all.*\nnpm install \S+\/tarballs\/\*\.tgz$/gm;

export interface PackageManager {
  /** A script of a page → the same for this manager. */
  readonly translate: (script: string) => string;
  /** What replaces `npx hookwright` in output that names the command. */
  readonly command: string;
  /** A module → the line that runs it. */
  readonly run: (file: string) => string;
  /** Called after the lines that install, in the folder where they ran. */
  readonly afterInstall: (folder: string) => Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

const MANAGERS: Readonly<Record<string, PackageManager>> = {
  // Without npx, which is slow.
  workspace: {
    translate: (script) => {
      const local = / (?:check|init) /.test(script)
        ? script
        : script.replaceAll("npx ", "node_modules/.bin/");
      return local.replaceAll(/\bnpm install(?: --save-dev)? [^\n&]*hookwright[^\n&]*/g, ":");
    },
    command: "npx hookwright",
    run: (file) => `node ${file}`,
    afterInstall: (folder) => symlink(join(root, "node_modules"), join(folder, "node_modules")),
  },
  npm: {
    translate: (script) => script,
    command: "npx hookwright",
    run: (file) => `node ${file}`,
    afterInstall: nothing,
  },
  bun: {
    translate: (script) =>
      script.replaceAll("npm install", "bun add").replaceAll("npx ", "bun x --bun "),
    command: "bunx hookwright",
    run: (file) => `bun ${file}`,
    afterInstall: nothing,
  },
  deno: {
    translate: (script) =>
      script
        .replaceAll(/\bnpm install ([^\n&]+)/g, (_, names: string) => addWithDeno(names))
        .replaceAll("npx ", "deno run -A --minimum-dependency-age=0 npm:"),
    command: "deno run -A npm:hookwright",
    run: (file) => `deno run -A --minimum-dependency-age=0 ${file}`,
    afterInstall: nothing,
  },
};

/** Deno needs its own file or a manifest. */
function addWithDeno(names: string): string {
  const specifiers = names
    .trim()
    .split(/\s+/)
    .map((name) => `npm:${name}`);
  return `echo "{}" > package.json && deno add --minimum-dependency-age=0 ${specifiers.join(" ")}`;
}

/** `HOOKWRIGHT_READER` chooses: npm, bun or deno. Default: the workspace, without an install. */
export const packageManager: PackageManager = choose(process.env["HOOKWRIGHT_READER"]);

function fromRegistry(manager: PackageManager): PackageManager {
  const translate = (script: string): string =>
    manager.translate(script.replaceAll(FROM_CLONE, "npm install hookwright"));
  return { ...manager, translate };
}

function choose(name = "workspace"): PackageManager {
  const manager = MANAGERS[name];
  if (manager === undefined) throw new Error("HOOKWRIGHT_READER is none of npm, bun and deno.");
  return fromRegistry(manager);
}
