// Mappings and files → a server in this process, and `hookwright send` and `verify` with the same secrets.
import { join } from "node:path";
import { expect } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { hookwright } from "./hookwright.ts";
import { startServe } from "./start-serve.ts";
// Loaded before a test counts its time: the commands themselves are imported when they run.
import "../../src/commands/send.ts";
import "../../src/commands/serve.ts";
import "../../src/commands/verify.ts";

export const env = {
  SECRET: "a-secret-of-more-than-16-bytes",
  OTHER: "another-secret-of-some-bytes",
  THIRD: "a-third-secret-of-some-bytes",
  HEX: "0a".repeat(32),
  HOOK: "the-hook-token-of-the-server",
};

export const secret = { env: "SECRET" };

export async function send(args: readonly string[], given: Record<string, string> = env) {
  const result = await hookwright(["send", ...args], { env: given });
  // A request that is printed shows the token that it has.
  const shown = args.includes("--http") ? result.stderr : result.stdout + result.stderr;
  for (const secret of Object.values(env)) expect(shown).not.toContain(secret);
  return result;
}

/** The exit code, and words of standard output, or of standard error if the command line is wrong. */
export async function expectSent(
  args: readonly string[],
  [exitCode, words = ""]: readonly [number, (string | RegExp)?],
) {
  const result = await send(args);
  const shown = exitCode === 2 ? result.stderr : result.stdout;
  expect([args, result.exitCode, shown]).toEqual([
    args,
    exitCode,
    typeof words === "string" ? expect.stringContaining(words) : expect.stringMatching(words),
  ]);
  return result;
}

/** Files by name; a value that is not a string is written as JSON. */
export function createFiles(files: Readonly<Record<string, unknown>>): (name: string) => string {
  const texts = Object.entries(files).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const folder = createTempDir(Object.fromEntries(texts));
  return (name) => join(folder, name);
}

export function configOf(mappings: readonly object[], hooks: object = {}): object {
  const written = mappings.map((mapping) => ({ messageTemplate: SHOWS_ALL, ...mapping }));
  return { hooks: { enabled: true, token: { env: "HOOK" }, ...hooks, mappings: written } };
}

const SHOWS_ALL = "{{payload}} {{headers.x-github-event}} {{query.from}}";

/** A server with these mappings, and files beside its config. */
export async function serve(
  mappings: readonly object[],
  files: Readonly<Record<string, unknown>> = {},
  hooks: object = {},
) {
  const file = createFiles({ "hooks.json": configOf(mappings, hooks), ...files });
  const server = await startServe(["--config", file("hooks.json")], { env });
  const { origin } = new URL(server.url);
  return { ...server, origin, file, config: ["--config", file("hooks.json"), "--to", origin] };
}

/** A mapping for each name, with its auth. */
export const hooksOf = (auths: Readonly<Record<string, object | string>>): readonly object[] =>
  Object.entries(auths).map(([path, auth]) => ({ match: { path }, auth }));
