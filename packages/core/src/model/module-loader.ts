// The port that loads modules of the host's channels and runners: `@hookwright/transforms` has it, the host uses it.
import type { ConfigPath } from "@hookwright/base";
import type { Problem } from "./problem.ts";

/** A module that a config names, and how it is to run. */
export interface OwnModuleRequest {
  /** The path as written; it starts at the folder of the config, and stays in it. */
  readonly module: string;
  /** Of the setting that names it, for problems. */
  readonly path: ConfigPath;
  readonly what: "channel" | "runner";
  /** All that the module sees of the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** How many calls run at the same time, each in a process of its own. */
  readonly workers: number;
  /** Files by the names of package entries, which the module imports without having them installed. */
  readonly provides: Readonly<Record<string, string>>;
}

/** What an `AbortSignal` has, for runtimes without its type. */
export interface ModuleSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options: { readonly once: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** What a call of a module's function `serve` came to. */
export type OwnModuleAnswer =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** False: no code of the module has run for this call. */
      readonly began: boolean;
      /** Completes "The module …"; with the message of an error, which may quote the input. */
      readonly reason: string;
      /** The same without that message. */
      readonly summary: string;
    };

/** A module that was loaded, or everything that is wrong with it. */
export type OwnModuleResult =
  | {
      readonly ok: true;
      /** Calls the function `serve` of the default export. Undefined if modules are only built. Never rejects. */
      readonly call?: (
        input: object,
        options: { readonly timeoutMs: number; readonly signal?: ModuleSignal },
      ) => Promise<OwnModuleAnswer>;
      /** Absolute paths of the author's files. */
      readonly files: readonly string[];
      /** Ends the module if no later load uses it, after its calls. Default: 60,000 ms for work that is left. */
      readonly close: (graceMs?: number) => Promise<void>;
    }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      readonly files: readonly string[];
    };

/** Loads modules of channels and runners: `createModuleLoader` of `@hookwright/transforms`. */
export interface ModuleLoader {
  /** Never rejects. A module that did not change since the last load keeps running. */
  readonly load: (request: OwnModuleRequest) => Promise<OwnModuleResult>;
  /** Ends all modules after their calls, at the latest after the grace period in milliseconds. Default: 5,000. */
  readonly close: (graceMs?: number) => Promise<void>;
}
