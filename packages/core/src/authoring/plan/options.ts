// What a caller of `plan` and `compileHooks` may pass. Types only.

import type { Severities } from "../../model/index.ts";
import type { LinkPorts } from "../../serving/link/index.ts";
import type { Preset } from "../config/index.ts";
import type { OwnChannel } from "./plan-policies.ts";

/** Options of `plan`; every one has a default. */
export interface PlanOptions {
  /** How severe some problems are. Default: missing hooks are a warning. */
  readonly severities?: Severities;
  /** Presets beside the built-in `gmail`. */
  readonly presets?: Readonly<Record<string, Preset>>;
  /** Channels beside the built-in ones: the same list that `createHostParts` of `@hookwright/host` takes. */
  readonly channels?: readonly OwnChannel[];
  /** Template helpers beside the built-in ones, by name. The plan holds their names; `link` gets them again. */
  readonly helpers?: NonNullable<LinkPorts["helpers"]>;
  /** The agent of actions that name none. Default: `agents.defaults.systemAgent`, else the agent with `default`, else the first of `agents.list`, else `main`. */
  readonly defaultAgentId?: string;
}

/** Options of `compileHooks`; every one has a default. */
export interface CompileOptions extends PlanOptions, LinkPorts {}
