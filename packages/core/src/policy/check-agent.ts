// The agent of an action and who chose it → nothing, or the refusal.
import type { HookwrightConfig } from "../model/config.ts";
import type { Origin } from "../model/draft.ts";
import type { Refusal } from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";

export interface AgentPolicy {
  /** The agents that hooks may reach; absent: all. */
  readonly allowed: ReadonlySet<string> | undefined;
  /** Every agent that the config names, by its id in lower case, with the spelling of the config. */
  readonly known: ReadonlyMap<string, string>;
  /** The agent of actions that name none. */
  readonly defaultAgentId: string;
}

/** The name that gateways give to the agent of a config without a list. */
const FALLBACK_AGENT = "main";

export function createAgentPolicy(config: HookwrightConfig, defaultAgentId?: string): AgentPolicy {
  const agents = config.agents?.list ?? [];
  const listed = agents.flatMap((agent) => agent?.id?.trim() ?? []);
  const marked = agents.find((agent) => agent?.default === true)?.id?.trim();
  const allowed = config.hooks?.allowedAgentIds?.flatMap((id) => id?.trim() ?? []);
  const named = (allowed ?? []).filter((id) => id !== "*");
  return {
    allowed: allowed === undefined || allowed.includes("*") ? undefined : new Set(named.map(fold)),
    // The spelling in the list of agents goes before that in the list of allowed ones.
    known: new Map([...named, ...listed].map((id) => [fold(id), id])),
    defaultAgentId: defaultAgentId ?? marked ?? listed[0] ?? FALLBACK_AGENT,
  };
}

export function checkAgent(
  agentId: string | undefined,
  origin: Origin,
  policy: AgentPolicy,
): Refusal | undefined {
  if (agentId === undefined && policy.allowed === undefined) return undefined;
  const agent = fold(agentId ?? policy.defaultAgentId);
  if (agentId !== undefined && origin !== "operator" && !policy.known.has(agent)) {
    const hint = "hooks.allowedAgentIds or agents.list would have to name it.";
    return refuse("is not one that the config names", hint);
  }
  if (policy.allowed === undefined || policy.allowed.has(agent)) return undefined;
  const hint = "hooks.allowedAgentIds would have to name it.";
  return refuse("is not one of hooks.allowedAgentIds", hint);
}

/** The agent as the config spells it, because hosts may compare letter by letter. */
export function spellAgent(agentId: string, { known }: AgentPolicy): string {
  return known.get(fold(agentId)) ?? agentId;
}

/** Hosts ignore the case of agent ids. */
function fold(id: string): string {
  return id.toLowerCase();
}

function refuse(why: string, detail: string): Refusal {
  const message = `The agent of this action ${why}.`;
  return createRefusal("agent_refused", message, {
    issues: [{ path: "/agentId", message }],
    detail,
  });
}
