// The agent of an action and who chose it → nothing, or the refusal.
import type { HookwrightConfig } from "../model/config.ts";
import type { Origin } from "../model/draft.ts";
import type { Refusal } from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";

export interface AgentPolicy {
  /** The agents that hooks may reach; absent: all. */
  readonly allowed: ReadonlySet<string> | undefined;
  /** Every agent that the config names. */
  readonly known: ReadonlySet<string>;
  /** The agent of actions that name none. */
  readonly defaultAgentId: string;
}

/** The name that gateways give to the agent of a config without a list. */
const FALLBACK_AGENT = "main";

export function createAgentPolicy(config: HookwrightConfig, defaultAgentId?: string): AgentPolicy {
  const listed = (config.agents?.list ?? []).flatMap((agent) => agent?.id?.trim() ?? []);
  const allowed = config.hooks?.allowedAgentIds?.flatMap((id) => id?.trim() ?? []);
  const named = (allowed ?? []).filter((id) => id !== "*");
  return {
    allowed: allowed === undefined || allowed.includes("*") ? undefined : new Set(named.map(fold)),
    known: new Set([...listed, ...named].map(fold)),
    defaultAgentId: defaultAgentId ?? listed[0] ?? FALLBACK_AGENT,
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
    return refuse("is not one that the config names");
  }
  if (policy.allowed === undefined || policy.allowed.has(agent)) return undefined;
  return refuse("is not one of hooks.allowedAgentIds");
}

/** Hosts ignore the case of agent ids. */
function fold(id: string): string {
  return id.toLowerCase();
}

function refuse(why: string): Refusal {
  const message = `The agent of this action ${why}.`;
  return createRefusal("agent_refused", message, {
    issues: [{ path: "/agentId", message }],
  });
}
