// What reads config files and what loads transform modules agree on, so that neither needs the other.
import type { Secrets, Transforms } from "./ports.ts";
import type { Problem } from "./problem.ts";

/** Creates a loader of transform modules: `createTransformLoader` of `@hookwright/transforms`. */
export type CreateTransformLoader = (
  options: TransformLoaderBase,
) => TransformLoader | Promise<TransformLoader>;

/** What every loader of transform modules is told. */
export interface TransformLoaderBase {
  /** Path of the config file: `hooks.transformsDir` starts at its folder. */
  readonly configFile: string;
  /** The variables that modules may see, secrets apart. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Is told of work that a module left running and that failed. Default: `process.emitWarning`. */
  readonly warn?: (message: string) => void;
}

/** Loads the transform modules of a config, again and again as it changes. */
export interface TransformLoader {
  /** Never rejects. A module that did not change since the last load keeps running. */
  readonly load: (config: unknown, options: TransformLoadOptions) => Promise<LoadedTransforms>;
  /** Whether a file of this name can be a module: one may be created that an import was missing. */
  readonly isModule: (filename: string) => boolean;
  /**
   * Ends every module of every load. Calls in progress, and what modules left running, get the grace,
   * in milliseconds; then they are ended. Default: 5,000.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** What one load of transform modules is told. */
export interface TransformLoadOptions {
  /** Reads the secrets of the config: a variable that holds one is kept from the modules. */
  readonly secrets: Secrets;
  /** Module names that the caller has functions for; no file is looked for. Default: none. */
  readonly provided?: readonly string[];
}

/** The transform modules of one config. */
export interface LoadedTransforms {
  /** For `compileHooks`; contains also modules with a problem, so that it is reported once. */
  readonly transforms: Transforms;
  readonly problems: readonly Problem[];
  /** Absolute paths of the authors' files, relative imports and missing files included. */
  readonly files: readonly string[];
  /**
   * Ends the modules that no later load uses. Calls in progress are answered; what a module left
   * running gets the grace, in milliseconds. Default: 60,000.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}
