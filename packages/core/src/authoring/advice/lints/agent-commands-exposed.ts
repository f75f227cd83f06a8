// A mapping and what a gateway's config says of its agents → a warning where strangers reach an agent that may run commands.

import { readOwn } from "@hookwright/base";
import { createProblem, type Report } from "../../../model/index.ts";
import { checkAgent } from "../../../serving/resolve/index.ts";
import type { AgentCommands, CheckedMapping, ForeignAgents } from "../checked-mapping.ts";
import type { CodeRows } from "../code-row.ts";

export const CODES: CodeRows = {
  agent_commands_exposed: {
    meaning:
      "An agent that may run commands gets texts from a hook that no signature protects and that strangers can reach.",
    level: "top",
    wrong:
      "hooks:\n  enabled: true\n  token: { file: hook.token }\n  mappings:\n    - { match: { path: ci }, messageTemplate: '{{job}} failed' }\ngateway: { bind: lan }\ntools: { profile: coding }",
    right:
      "hooks:\n  enabled: true\n  token: { file: hook.token }\n  mappings:\n    - { match: { path: ci }, messageTemplate: '{{job}} failed' }\ngateway: { bind: lan }\ntools: { profile: coding }\nagents: { list: [{ id: main, sandbox: { mode: all } }] }",
    say: "The fence tells the agent not to follow such a text, and no fence holds against every text. Give the hook the signature of its sender, or an agent that cannot do harm: `tools.deny` with `exec`, or `sandbox.mode: all`. It is reported for `auth: none`, and for hooks with the hook token alone if `gateway.bind` or `gateway.tailscale` lets other machines in. What the config does not say, such as a gateway's own defaults, is not guessed.",
  },
};

/**
 * What the config does not say is not guessed.
 *
 * @example
 * ```ts
 * foreignAgentsOf({ tools: { profile: "coding" }, gateway: { bind: "lan" } });
 * // { openedBy: "gateway.bind", ids: [], commands: { "*": { key: "tools.profile", onlyInMain: false } } }
 * ```
 */
export function foreignAgentsOf(config: unknown): ForeignAgents {
  const openedBy = openerOf(read(config, "gateway"));
  const opened = openedBy === undefined ? {} : { openedBy };
  const runner = read(config, "host", "runner");
  // Our own host offers a model no tools of the gateway: only its command can have some.
  if (runner !== undefined) {
    return { ...opened, ids: [], commands: commandsOfRunner(runner) };
  }
  const agents = listAgents(config);
  const found = [{ id: "*", at: "", settings: undefined }, ...agents].flatMap(
    ({ id, at, settings }) => {
      const one = findCommands({ config, settings, at });
      return one === undefined ? [] : [[id, one] as const];
    },
  );
  return { ...opened, ids: agents.map(({ id }) => id), commands: Object.fromEntries(found) };
}

export function check(checked: CheckedMapping, report: Report): void {
  const { mapping, compiled, foreign } = checked;
  const { auth, id, configPath } = mapping;
  const { openedBy } = foreign.agents;
  if (!isExposed(mapping, openedBy) || !hasForeignText(checked)) return;
  const agent = findAgent(checked);
  if (agent === undefined) return;

  const { name, key } = agent;
  const isOpen = auth?.written === "none";
  const who = isOpen
    ? "Anybody can"
    : `Every machine that ${openedBy} lets in can, with the hook token,`;
  const message = `${who} send a text to agent "${name}" through mapping "${id}", and ${key} lets this agent run commands.`;
  const proof = isOpen ? '"auth" in place of "none"' : '"auth"';
  const remedy = key.startsWith("host.")
    ? "remove that argument of the command"
    : `deny "exec" in the agent's tools, give it "sandbox": { "mode": "all" }, or name another in "agentId"`;
  const hint = `Write the signature of the sender as ${proof}, or ${remedy}.`;
  const path = compiled.fields.agentId === undefined ? configPath : [...configPath, "agentId"];
  report(createProblem("agent_commands_exposed", path, message, { severity: "warning", hint }));
}

/** The signature of a sender, and a check of the integrator's own, prove who wrote the event. */
function isExposed({ auth }: CheckedMapping["mapping"], openedBy: string | undefined): boolean {
  if (auth?.written === "none") return true;
  return openedBy !== undefined && (auth === undefined || auth.orToken);
}

/** A text that the operator wrote has no words of strangers, and nothing of a delivery reaches an agent but its summary. */
function hasForeignText({ mapping, compiled }: CheckedMapping): boolean {
  const { skip, preset, action, summary, transform } = mapping;
  if (skip || preset !== undefined || (action === "deliver" && !summary)) return false;
  return compiled.origins.text !== "operator" || transform !== undefined;
}

/** The first agent that the text may reach and that may run commands there. */
function findAgent({ mapping, compiled, policies, foreign }: CheckedMapping) {
  const { agentId, sessionKey } = compiled.fields;
  const { known, defaultAgentId } = policies.agents;
  const isChosen = agentId !== undefined && !agentId.isLiteral;
  const reached = isChosen ? known.values() : [agentId?.source.trim() ?? defaultAgentId];
  const inMain = mapping.action !== "agent" && sessionKey === undefined;
  for (const name of reached) {
    const commands = commandsOf(name, foreign.agents);
    if (commands === undefined || (commands.onlyInMain && !inMain)) continue;
    if (checkAgent(name, "operator", policies.agents) === undefined) return { name, ...commands };
  }
  return undefined;
}

function commandsOf(agentId: string, { commands, ids }: ForeignAgents): AgentCommands | undefined {
  const id = agentId.toLowerCase();
  return readOwn(commands, ids.includes(id) ? id : "*") as AgentCommands | undefined;
}

/** A tailnet has no strangers, and `auto` prefers loopback. */
function openerOf(gateway: unknown): string | undefined {
  if (word(read(gateway, "tailscale", "mode")) === "funnel") return "gateway.tailscale.mode";
  const bind = word(read(gateway, "bind"));
  const address = bind === "custom" ? word(read(gateway, "customBindHost")) : bind;
  return /^(?:lan|0\.0\.0\.0|::|\[::\])$/.test(address) ? "gateway.bind" : undefined;
}

interface ListedAgent {
  readonly id: string;
  /** The path of its settings. */
  readonly at: string;
  readonly settings: unknown;
}

function listAgents(config: unknown): readonly ListedAgent[] {
  const list = read(config, "agents", "list");
  const listed = Array.isArray(list)
    ? list.map((settings, index) => ({
        id: word(read(settings, "id")),
        at: `agents.list[${index}].`,
        settings,
      }))
    : [];
  const entries = read(config, "agents", "entries");
  const entered = keysOf(entries).map((name) => ({
    id: word(name),
    at: `agents.entries.${name}.`,
    settings: read(entries, name),
  }));
  return [...listed, ...entered];
}

interface AgentPolicy {
  readonly config: unknown;
  readonly settings: unknown;
  readonly at: string;
}

/** Each level of a policy can take a tool away; the config says so where one of them gives it. */
function findCommands({ config, settings, at }: AgentPolicy): AgentCommands | undefined {
  const own = read(settings, "tools");
  const shared = read(config, "tools");
  const levels = [
    { tools: own, at: `${at}tools` },
    { tools: shared, at: "tools" },
  ];
  if (levels.some(({ tools }) => namesCommands(read(tools, "deny")))) return undefined;
  if (levels.some(({ tools }) => isLimitedTo(read(tools, "allow")))) return undefined;
  if (isAsked(read(own, "exec")) || isAsked(read(shared, "exec"))) return undefined;

  const added = levels.find(
    ({ tools }) => namesCommands(read(tools, "allow")) || namesCommands(read(tools, "alsoAllow")),
  );
  const profiled = levels.find(({ tools }) => read(tools, "profile") !== undefined);
  const profile = word(read(profiled?.tools, "profile"));
  const isNarrow = profiled !== undefined && profile !== "coding" && profile !== "full";
  if (isNarrow && added === undefined) return undefined;

  const boxes = [
    { mode: read(settings, "sandbox", "mode"), at: `${at}sandbox.mode` },
    {
      mode: read(config, "agents", "defaults", "sandbox", "mode"),
      at: "agents.defaults.sandbox.mode",
    },
  ];
  const box = boxes.find(({ mode }) => mode !== undefined);
  const sandbox = word(box?.mode);
  if (box !== undefined && sandbox !== "off" && sandbox !== "non-main") return undefined;

  const onlyInMain = sandbox === "non-main";
  if (added !== undefined) {
    const name = namesCommands(read(added.tools, "allow")) ? "allow" : "alsoAllow";
    return { key: `${added.at}.${name}`, onlyInMain };
  }
  if (profiled !== undefined) return { key: `${profiled.at}.profile`, onlyInMain };
  return box === undefined || onlyInMain ? undefined : { key: box.at, onlyInMain };
}

const COMMANDS: readonly string[] = ["exec", "bash", "group:runtime"];

function namesCommands(list: unknown): boolean {
  return wordsOf(list).some((name) => {
    if (!name.includes("*")) return COMMANDS.includes(name);
    const [start = "", end = ""] = name.split("*", 2);
    return "exec".startsWith(start) && "exec".endsWith(end);
  });
}

function isLimitedTo(allow: unknown): boolean {
  return wordsOf(allow).length > 0 && !namesCommands(allow);
}

/** A list of programs, or a person who is asked, stands before each command. */
function isAsked(exec: unknown): boolean {
  const limits = ["deny", "allowlist", "ask", "auto", "always", "on-miss"];
  const names = ["security", "ask", "mode"].map((key) => word(read(exec, key)));
  return names.some((name) => limits.includes(name));
}

/** Arguments by which the agents of this machine run commands without asking. */
const UNASKED: ReadonlySet<string> = new Set([
  "--dangerously-skip-permissions",
  "--dangerously-bypass-approvals-and-sandbox",
  "--full-auto",
  "--yolo",
  "--allow-all-tools",
  "bypassPermissions",
  "--permission-mode=bypassPermissions",
  "danger-full-access",
  "--sandbox=danger-full-access",
]);

function commandsOfRunner(runner: unknown): ForeignAgents["commands"] {
  const words = [read(runner, "command", "command"), read(runner, "command", "args")].flat();
  const isUnasked = words.some((one) => typeof one === "string" && UNASKED.has(one));
  return isUnasked ? { "*": { key: "host.runner.command", onlyInMain: false } } : {};
}

function wordsOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(word).filter((name) => name !== "") : [];
}

function word(value: unknown): string {
  return typeof value === "string" ? value.trim().toLowerCase() : "";
}

function keysOf(holder: unknown): readonly string[] {
  try {
    return typeof holder === "object" && holder !== null ? Object.keys(holder) : [];
  } catch {
    // A proxy of the gateway's that throws names nothing.
    return [];
  }
}

function read(holder: unknown, ...keys: readonly string[]): unknown {
  try {
    return keys.reduce(readOwn, holder);
  } catch {
    return undefined;
  }
}
