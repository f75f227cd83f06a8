// The types between `@hookwright/config` and `@hookwright/transforms`, so that neither imports the other.
import type { Secrets, Transforms } from "./ports.ts";
import type { Problem } from "./problem.ts";

/** Creates a loader of transform modules: `createTransformLoader` of `@hookwright/transforms`. */
export type CreateTransformLoader = (
  options: TransformLoaderBase,
) => TransformLoader | Promise<TransformLoader>;

/** The options of every loader of transform modules. */
export interface TransformLoaderBase {
  /** Path of the config file: `hooks.transformsDir` starts at its folder. */
  readonly configFile: string;
  /** The environment variables of modules; secrets are removed. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Reports failed work that a module left running. Default: `process.emitWarning`. */
  readonly warn?: (message: string) => void;
}

/** Loads the transform modules of a config, again whenever it changes. */
export interface TransformLoader {
  /** Never rejects. A module that did not change since the last load keeps running. */
  readonly load: (config: unknown, options: TransformLoadOptions) => Promise<LoadedTransforms>;
  /** Whether a file of this name can be a module: a new file may be one that an import missed. */
  readonly isModule: (filename: string) => boolean;
  /**
   * Ends all modules of all loads. Calls in progress, and work that modules left running, end after the grace
   * period in milliseconds. Default: 5,000.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** The options of one load of transform modules. */
export interface TransformLoadOptions {
  /** Reads the secrets of the config: modules do not get a variable that contains one. */
  readonly secrets: Secrets;
  /** Names of modules for which the caller has functions, so that no file is read. Default: none. */
  readonly provided?: readonly string[];
}

/** The transform modules of one config. */
export interface LoadedTransforms {
  /** For `compileHooks`; includes modules with a problem, so that the problem is reported once. */
  readonly transforms: Transforms;
  readonly problems: readonly Problem[];
  /** Absolute paths of the authors' files, relative imports and missing files included. */
  readonly files: readonly string[];
  /**
   * Ends the modules that no later load uses. Calls in progress are answered; work that a module left running
   * ends after the grace period in milliseconds. Default: 60,000.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}
