// What a caller of compileHooks may pass. Types only.

import type { Clock, RandomId, Timer } from "@hookwright/base";
import type { CryptoPort, KeysPort } from "@hookwright/signatures";
import type { Verifier } from "@hookwright/signatures/runtime";
import type { HelperDefinition, RenderLimits } from "@hookwright/template";
import type { TemplateProbe } from "@hookwright/template/runtime";
import type { Decompressor, Secrets, Severities, Transforms } from "../../base/index.ts";
import type { Preset } from "../config/index.ts";
import type { Adviser } from "./adviser.ts";
import type { OwnChannel } from "./plan-policies.ts";

/** Options of `compileHooks`; every one has a default. */
export interface CompileOptions {
  /** Reads secrets that the config refers to. Without it a reference is a config problem. */
  readonly secrets?: Secrets;
  /**
   * How severe some problems are: a tool that only looks at a config needs no secrets, and one that serves
   * nothing else insists on `hooks`. Default: a missing secret is an error, missing hooks a warning.
   */
  readonly severities?: Severities;
  /** Whether other machines can reach the server: a token that is easy to guess then gets its own warning. */
  readonly isPublic?: boolean;
  /** Your own checks of requests, by the name that a mapping's `auth.verify` has. */
  readonly verifiers?: Readonly<Record<string, Verifier>>;
  /** Signs and verifies. Default: WebCrypto; on Node, `createNodeCrypto()` of `@hookwright/config` is faster. */
  readonly crypto?: CryptoPort;
  /**
   * Decompresses bodies. Default: the `DecompressionStream` of the runtime, for gzip and deflate; on Node,
   * `createNodeDecompressor()` of `@hookwright/config` takes br, too.
   */
  readonly decompressor?: Decompressor;
  /**
   * Fetches keys that senders publish: `createWebKeys(fetch)` of `@hookwright/signatures`, or on Node
   * `createNodeKeys()` of `@hookwright/config`. Default: nothing is fetched, and a mapping that needs it is
   * a problem.
   */
  readonly keys?: KeysPort;
  /** The transform modules, by the name that mappings use. */
  readonly transforms?: Transforms;
  /** Limit of an asynchronous transform, in milliseconds. Default: 10,000. */
  readonly transformTimeoutMs?: number;
  /** Presets beside the built-in `gmail`. */
  readonly presets?: Readonly<Record<string, Preset>>;
  /** Channels beside the built-in ones: the same list that `createHostParts` of `@hookwright/host` takes. */
  readonly channels?: readonly OwnChannel[];
  /** Template helpers beside the built-in ones, by name. */
  readonly helpers?: Readonly<Record<string, HelperDefinition>>;
  /** The agent of actions that name none. Default: `agents.defaults.systemAgent`, else the agent with `default`, else the first of `agents.list`, else `main`. */
  readonly defaultAgentId?: string;
  /** Limits of what the templates of one event may do; they go before `hooks.limits`. */
  readonly limits?: Partial<RenderLimits>;
  /** Default: `Date.now`. */
  readonly clock?: Clock;
  /** Default: `crypto.randomUUID` of the runtime. */
  readonly randomId?: RandomId;
  /** Default: `setTimeout` of the runtime. */
  readonly timer?: Timer;
}

/** For tests of configs, which want to know which parts of templates an event used. */
export interface ProbedOptions extends CompileOptions {
  readonly probe?: TemplateProbe;
}

export interface AdvisedOptions extends ProbedOptions {
  /** Absent where nobody reads a hint. */
  readonly adviser?: Adviser | undefined;
}
