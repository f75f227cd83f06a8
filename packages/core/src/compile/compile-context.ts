// What compiling a mapping needs to know of the config around it.
import type { CompileTemplateOptions } from "../language/compile/compile-template.ts";
import type { Transforms } from "../model/ports.ts";
import type { Channels } from "../policy/channels.ts";
import type { AgentPolicy } from "../policy/check-agent.ts";
import type { ModelPolicy } from "../policy/check-model.ts";
import type { SessionKeyPolicy } from "../policy/check-session-key.ts";

/** What the values of an action are judged by. */
export interface Policies {
  readonly sessionKeys: SessionKeyPolicy;
  readonly agents: AgentPolicy;
  readonly models: ModelPolicy;
  readonly channels: Channels;
}

export interface CompileContext extends Policies {
  readonly transforms: Transforms;
  readonly transformTimeoutMs: number;
  readonly templates: CompileTemplateOptions;
  /** Config paths, as JSON, of what had something wrong taken out: what is missing there may be just that. */
  readonly damaged: ReadonlySet<string>;
}
