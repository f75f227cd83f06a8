// The path of a test file → its cases and the compiled config, or the problems of either.
import {
  type ConfigDocument,
  compileDocument,
  type HooksLoadOptions,
  includeFiles,
  type LoadedHooks,
  type LoadReport,
  type LoadResult,
  loadConfigFile,
} from "@hookwright/config";
import type { CreateTransformLoader, LoadedTransforms } from "@hookwright/core";
import { HOST_CHANNELS } from "@hookwright/core/problems";
import { modulesOf, SEVERITIES } from "../compile-options.ts";
import { FIXED_PORTS } from "../fixed-ports.ts";
import { stubTransforms } from "../stub-transforms.ts";
import { loadTestFile } from "./load-test-file.ts";
import type { TestSuite } from "./test-suite.ts";

/** A test file that can be run. */
export interface LoadedSuite {
  readonly file: string;
  readonly suite: TestSuite;
  /** Its problems are warnings and hints. */
  readonly config: LoadReport & LoadedHooks;
  /** The config as written, with what it includes, for positions. */
  readonly document: ConfigDocument & LoadReport;
  /** The modules without a stub that were called since the last call. */
  readonly takeUnstubbed: () => readonly string[];
  /** Absolute paths of everything that the results depend on. */
  readonly files: readonly string[];
  readonly patterns: readonly string[];
}

type LoadSuiteResult =
  | ({ readonly ok: true } & LoadedSuite)
  | {
      readonly ok: false;
      readonly file: string;
      /** Whether the config cannot be used, and not the test file. */
      readonly isOfConfig: boolean;
      readonly report: LoadReport;
      readonly files: readonly string[];
    };

/** Options of a suite loader. */
export interface SuiteOptions {
  /** Secrets are read from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with warnings that are not problems of the config. */
  readonly warn: (message: string) => void;
  /** Loads modules for test files with `transforms: run`; without it, they cannot be run. */
  readonly createTransformLoader?: CreateTransformLoader;
  /** Runs the modules of every config, whatever its test file says. */
  readonly runsTransforms?: boolean;
}

interface SuiteLoader {
  /** Never rejects. A config is compiled once for all test files with the same options. */
  readonly load: (file: string) => Promise<LoadSuiteResult>;
  /** Stops the modules of all configs. */
  readonly close: () => Promise<void>;
}

/**
 * Loads test files with their configs, for `runSuite`.
 *
 * @example
 * ```ts
 * const loader = createSuiteLoader({ env: process.env, warn: console.warn });
 * const loaded = await loader.load("hooks.test.yaml");
 * await loader.close();
 * ```
 */
export function createSuiteLoader(options: SuiteOptions): SuiteLoader {
  const configs = new Map<string, Promise<CompiledSuiteConfig>>();
  return {
    load: async (file) => {
      const loaded = await loadTestFile(file);
      const { files } = loaded;
      if (!loaded.ok) return { ok: false, file, isOfConfig: false, report: loaded, files };
      const { configFile, transforms, env } = loaded;
      const key = JSON.stringify([configFile, transforms, env]);
      const compiled = configs.get(key) ?? compileFor(loaded, options);
      configs.set(key, compiled);
      const { result, document, takeUnstubbed } = await compiled;
      const all = [...files, ...result.files];
      if (!result.ok || !document.ok)
        return { ok: false, file, isOfConfig: true, report: result, files: all };
      const patterns = [...(loaded.patterns ?? []), ...(result.patterns ?? [])];
      const suite = { file, suite: loaded, config: result, document, takeUnstubbed };
      return { ok: true, ...suite, files: all, patterns };
    },
    close: async () => {
      const all = await Promise.all(configs.values());
      // Background work of modules must not delay the end of the tests.
      for (const { result } of all) if (result.ok) await result.close(0);
    },
  };
}

interface CompiledSuiteConfig {
  readonly document: LoadResult<ConfigDocument>;
  readonly result: LoadResult;
  readonly takeUnstubbed: () => readonly string[];
}

/** A config without hooks cannot be tested. */
const SUITE_SEVERITIES = {
  ...SEVERITIES,
  hooks_missing: "error",
  hooks_misplaced: "error",
} as const;

async function compileFor(
  { configFile, transforms, env }: TestSuite,
  options: SuiteOptions,
): Promise<CompiledSuiteConfig> {
  const missed: (() => readonly string[])[] = [];
  const createStubs: CreateTransformLoader = () => ({
    load: async (config) => {
      const stubbed = stubTransforms(modulesOf(config), transforms === "run" ? {} : transforms);
      missed.push(stubbed.takeUnstubbed);
      return { ...NO_MODULES, transforms: stubbed.transforms };
    },
    isModule: () => false,
    close: async () => undefined,
  });
  const runs = transforms === "run" || options.runsTransforms === true;
  const load = options.createTransformLoader;
  const createLoader: CreateTransformLoader =
    runs && load !== undefined ? (base) => load({ ...base, env }) : createStubs;
  const loadOptions: HooksLoadOptions = {
    ...FIXED_PORTS,
    severities: SUITE_SEVERITIES,
    channels: HOST_CHANNELS,
    env: options.env,
    warn: options.warn,
    createTransformLoader: createLoader,
  };
  const document = await includeFiles(await loadConfigFile(configFile));
  const result = await compileDocument(document, loadOptions);
  return { document, result, takeUnstubbed: () => missed.flatMap((take) => take()) };
}

const NO_MODULES: LoadedTransforms = {
  transforms: {},
  problems: [],
  files: [],
  close: () => Promise.resolve(),
};
