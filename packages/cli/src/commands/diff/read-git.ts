// git:REF[:PATH] → a temporary folder with the config of that commit, and the files that it includes.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, posix, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { loadConfigFile } from "@hookwright/config";
import { CliError, createUsageError } from "../../cli-error.ts";

interface GitConfig {
  /** The config in the temporary folder. */
  readonly file: string;
  /** A path in that folder → what people call it. */
  readonly nameOf: (file: string) => string;
  readonly remove: () => Promise<void>;
}

const WRITTEN = /^git:([^:]+)(?::(.+))?$/s;

export function isGitConfig(written: string): boolean {
  return written.startsWith("git:");
}

/** `otherPath` is the path of the other config, which `git:REF` without a path uses. */
export async function readGitConfig(written: string, otherPath: string): Promise<GitConfig> {
  const [, ref, path = otherPath] = WRITTEN.exec(written) ?? [];
  if (ref === undefined || isGitConfig(path)) {
    const hint = "Write git:HEAD, git:v1.2 or git:origin/main:config/hooks.yaml.";
    throw createUsageError(`"${written}" does not name a commit and a config.`, hint);
  }
  const from = existingFolder(dirname(resolve(path)));
  const commit = await findCommit(ref, from);
  // Git wants "./" for a path that starts at the folder.
  const object = relative(from, resolve(path)).replaceAll("\\", "/");
  const text = await readBlob(`${commit}:./${object}`, { from, name: written });
  const folder = await mkdtemp(join(tmpdir(), "hookwright-diff-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const file = join(folder, basename(path));
    await writeFile(file, text, { mode: 0o600 });
    await writeIncluded({ file, commit, from, object, folder });
    const nameOf = (name: string) =>
      `${ref}:${join(dirname(path), relative(folder, resolve(name)))}`;
    return { file, nameOf, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The folder of an old config may have been removed. */
function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(dirname(folder));
}

async function findCommit(ref: string, from: string): Promise<string> {
  // Attack: a REF that begins with "-" must not become an option.
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const found = await git(args, from);
  if (found.ok) return found.output.toString("utf8").trim();
  const hint = "Write a branch, a tag or a commit of the repository in which the config is.";
  throw createUsageError(`Git knows no commit "${ref}" in ${from}.`, hint);
}

interface BlobContext {
  readonly from: string;
  /** For messages. */
  readonly name: string;
}

/** `cat-file` runs no filter of the repository, as `show` would. */
async function readBlob(object: string, { from, name }: BlobContext): Promise<Buffer> {
  const found = await git(["cat-file", "blob", object], from);
  if (found.ok) return found.output;
  throw new CliError(`There is no file ${name} in that commit.`, { exitCode: 2 });
}

interface IncludedContext {
  readonly file: string;
  readonly commit: string;
  readonly from: string;
  /** The path of the config, from `from`. */
  readonly object: string;
  readonly folder: string;
}

/** Writes all configs of the folders that `hooks.include` names; the loader selects among them. */
async function writeIncluded(context: IncludedContext): Promise<void> {
  const { file, commit, from, object, folder } = context;
  const document = await loadConfigFile(file);
  const { include = [] } = (document.config as { hooks?: { include?: unknown } })?.hooks ?? {};
  const entries = Array.isArray(include) ? include.filter((one) => typeof one === "string") : [];
  const base = posix.dirname(object);
  const folders = new Set(entries.map((entry) => posix.normalize(posix.dirname(entry.trim()))));
  for (const included of folders) {
    // The loader refuses these; nothing may be written outside the temporary folder.
    if (included.startsWith("..") || posix.isAbsolute(included) || included.includes("\\"))
      continue;
    const at = `${commit}:./${posix.join(base, included)}`.replace(/\/\.$/, "/");
    for (const { name, blob } of await listConfigs(at, from)) {
      const target = join(folder, included, name);
      if (target === file) continue;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await writeFile(target, await readBlob(blob, { from, name }), { mode: 0o600 });
    }
  }
}

/** Links are skipped, because they could lead anywhere. */
const ENTRY = /^100\d{3} blob ([0-9a-f]+)\t([^/]+\.(?:ya?ml|json[c5]?))$/i;

async function listConfigs(
  tree: string,
  from: string,
): Promise<readonly { readonly name: string; readonly blob: string }[]> {
  const found = await git(["ls-tree", "-z", "--full-tree", "--end-of-options", tree], from);
  if (!found.ok) return [];
  return found.output
    .toString("utf8")
    .split("\0")
    .flatMap((entry) => {
      const [, blob, name] = ENTRY.exec(entry) ?? [];
      return blob === undefined || name === undefined ? [] : [{ blob, name }];
    });
}

type GitResult = { readonly ok: true; readonly output: Buffer } | { readonly ok: false };

const run = promisify(execFile);

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Arguments are a list, and there is no shell. */
async function git(args: readonly string[], cwd: string): Promise<GitResult> {
  try {
    const options = { cwd, encoding: "buffer", maxBuffer: MAX_OUTPUT_BYTES } as const;
    const { stdout } = await run("git", [...args], options);
    return { ok: true, output: stdout };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") return { ok: false };
    throw new CliError("The program git is not installed.", { exitCode: 2 });
  }
}
