// Fixture modules or texts → a config with its modules loaded, closed when the test ends.
import { cpSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createNodeSecrets } from "@hookwright/config";
import type { LoadedTransforms, Problem } from "@hookwright/core";
import { onTestFinished } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import {
  createTransformLoader,
  type TransformLoaderOptions,
} from "../../src/load/transform-loader.ts";

/** Output is ignored by default: a module that runs out of memory makes Node print a page. */
export type LoadOptions = Partial<TransformLoaderOptions> & { readonly provided?: string[] };

export interface TestLoader {
  readonly load: (config: unknown) => Promise<LoadedTransforms>;
  readonly close: (graceMs?: number) => Promise<void>;
}

/** A folder for a config, with these fixtures in `hooks/transforms`. */
export function copyModules(group: "styles" | "hostile"): string {
  const dir = createTempDir();
  cpSync(fixtureFolder(group), join(dir, "hooks/transforms"), { recursive: true });
  return dir;
}

/** A folder with modules of these texts, by its real path. */
export function modulesDir(files: Readonly<Record<string, string>>): string {
  const entries = Object.entries(files).map(([name, text]) => [`hooks/transforms/${name}`, text]);
  return realpathSync(createTempDir(Object.fromEntries(entries)));
}

export async function problemsOf(
  files: Readonly<Record<string, string>>,
  modules: readonly string[],
): Promise<readonly Problem[]> {
  const { problems } = await load(modulesDir(files), configOf(modules));
  return problems;
}

export function fixtureFolder(group: "styles" | "hostile"): string {
  return fileURLToPath(new URL(`../modules/${group}`, import.meta.url));
}

/** Secrets are read as for a config file of that folder. */
export function createTestLoader(
  dir: string,
  { provided = [], ...options }: LoadOptions = {},
): TestLoader {
  const loader = createTransformLoader({
    configFile: join(dir, "hooks.json5"),
    output: "ignore",
    ...options,
  });
  onTestFinished(() => loader.close(0));
  const { env = process.env } = options;
  const secrets = createNodeSecrets({ env, baseDir: dir });
  return { load: (config) => loader.load(config, { secrets, provided }), close: loader.close };
}

export function configOf(
  modules: readonly (string | readonly [module: string, exported: string])[],
  hooks: object = {},
): object {
  const mappings = modules.map((entry) => {
    const [module, exported] = typeof entry === "string" ? [entry] : entry;
    return {
      match: { path: `${module} ${exported}` },
      transform: { module, ...(exported !== undefined && { export: exported }) },
    };
  });
  return { hooks: { token: "a-token-of-at-least-24-letters", mappings, ...hooks } };
}

export async function load(
  dir: string,
  config: object,
  options: LoadOptions = {},
): Promise<LoadedTransforms> {
  return createTestLoader(dir, options).load(config);
}

/** The context that the core passes. */
export function contextOf(payload: unknown, more: object = {}): object {
  return {
    payload,
    body: payload,
    headers: {},
    query: {},
    path: "p",
    url: "/hooks/p",
    now: "n",
    ...more,
  };
}

export type Call = (context: object, call?: { readonly timeoutMs: number }) => Promise<unknown>;

export function callOf(loaded: LoadedTransforms, module: string, exported = "default"): Call {
  return (loaded.transforms[module] as Record<string, Call>)[exported] as Call;
}

/** `name: message` of the failure. */
export async function failureOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    (result) => `no failure, but ${JSON.stringify(result)}`,
    (error: Error) => `${error.name}: ${error.message}`,
  );
}
