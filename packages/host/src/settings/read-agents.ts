// `agents` of the gateway's config, as its schema reads it → the settings of each agent, and of those that are not listed.

import { readMember } from "@hookwright/base";
import { type ConfigPath, parseThinking } from "@hookwright/core";
import { createProblem, type Report } from "@hookwright/core/problems";
import { DEFAULTS } from "../generated/host-schema.ts";
import type { AgentBlock, AgentsBlock } from "../generated/host-types.ts";
import { channelIdOf } from "../model/channel.ts";
import type { AgentSettings, HeartbeatSettings } from "../model/settings.ts";
import { canonicalZone, parseDuration } from "./times.ts";

/** A day: what runs longer has hung. */
const MAX_TIMEOUT_SECONDS = 86_400;

const DEFAULT_EVERY_MS = parseDuration(DEFAULTS["agent.heartbeat.every"]) as number;

const DEFAULT_AGENT = "main";

interface AgentsSettings {
  readonly defaultAgent: string;
  readonly agents: ReadonlyMap<string, AgentSettings>;
  readonly agentDefaults: Omit<AgentSettings, "id">;
}

interface AgentsOptions {
  readonly zones: Zones;
  readonly minGapMs: number;
  readonly report: Report;
}

type Defaults = Omit<AgentSettings, "id">;

const PATH: ConfigPath = ["agents"];

export function readAgents(agents: AgentsBlock, options: AgentsOptions): AgentsSettings {
  const { defaults: written = {} } = agents;
  const defaults = readAgent(written, undefined, { ...options, path: [...PATH, "defaults"] });
  const list = listAgents(agents);
  const entries = [...list, ...agentsOfEntries(agents)];
  const defaultAgent = findDefault(agents, entries, list[0]?.id);
  const listed = entries.map(({ id, agent, path }) => ({
    id,
    hasHeartbeat: agent.heartbeat !== undefined,
    settings: readAgent(agent, defaults, { ...options, path }),
  }));
  // As in the gateway: agents with a block of their own have checks, else the default agent alone.
  const isChosen = listed.some(({ hasHeartbeat }) => hasHeartbeat)
    ? (id: string) => listed.some((agent) => agent.id === id && agent.hasHeartbeat)
    : (id: string) => id === defaultAgent;
  const isListed = listed.some(({ id }) => id === defaultAgent);
  const all = isListed ? listed : [{ id: defaultAgent, settings: defaults }, ...listed];
  return {
    defaultAgent,
    agents: new Map(
      all.map(({ id, settings }) => [
        id,
        { id, ...(isChosen(id) ? settings : withoutChecks(settings)) },
      ]),
    ),
    agentDefaults: withoutChecks(defaults),
  };
}

function withoutChecks(settings: Defaults): Defaults {
  return { ...settings, heartbeat: { ...settings.heartbeat, everyMs: 0 } };
}

interface ListedAgent {
  readonly id: string;
  readonly agent: AgentBlock & { readonly id?: unknown; readonly default?: unknown };
  readonly path: ConfigPath;
}

/** Entries that the core reports are passed over. */
function listAgents({ list = [] }: AgentsBlock): readonly ListedAgent[] {
  const entries: readonly unknown[] = list;
  return entries.flatMap((agent, index) => {
    const written = readMember(agent, "id");
    const id = typeof written === "string" ? written.trim() : "";
    return id === "" ? [] : [{ id, agent: agent as AgentBlock, path: [...PATH, "list", index] }];
  });
}

function agentsOfEntries({ entries = {} }: AgentsBlock): readonly ListedAgent[] {
  return Object.entries(entries).flatMap(([key, agent]) => {
    const id = key.trim();
    // An entry without settings is an agent, too.
    return id === "" ? [] : [{ id, agent: agent ?? {}, path: [...PATH, "entries", key] }];
  });
}

/** As in the core: the agent of the system, else one that says so, else the first of the list, else `main`. */
function findDefault(
  { defaults }: AgentsBlock,
  entries: readonly ListedAgent[],
  first: string | undefined,
): string {
  const system = defaults?.systemAgent?.agentId?.trim();
  const marked = entries.find(({ agent }) => agent.default === true)?.id;
  const chosen = system ?? marked ?? first ?? DEFAULT_AGENT;
  // Agents are compared in any case, and the entry's own spelling is the one that runs have.
  return entries.find(({ id }) => id.toLowerCase() === chosen.toLowerCase())?.id ?? chosen;
}

interface AgentOptions extends AgentsOptions {
  readonly path: ConfigPath;
}

/** What an agent does not have itself is that of the defaults. */
function readAgent(
  agent: AgentBlock,
  defaults: Defaults | undefined,
  options: AgentOptions,
): Defaults {
  const workspace = agent.workspace?.trim() ?? defaults?.workspace;
  const model = modelOf(agent) ?? defaults?.model;
  const written = agent.thinkingDefault?.trim();
  const thinking = (written && parseThinking(written)) ?? defaults?.thinking;
  const seconds =
    agent.timeoutSeconds ?? defaults?.timeoutSeconds ?? DEFAULTS["agent.timeoutSeconds"];
  const inHeartbeat = { ...options, path: [...options.path, "heartbeat"] };
  return {
    ...(workspace !== undefined && { workspace }),
    ...(model !== undefined && { model }),
    ...(thinking && { thinking }),
    timeoutSeconds: Math.min(Math.floor(seconds), MAX_TIMEOUT_SECONDS),
    heartbeat: {
      everyMs: DEFAULT_EVERY_MS,
      ackMaxChars: DEFAULTS["agent.heartbeat.ackMaxChars"],
      ...defaults?.heartbeat,
      ...readHeartbeat(agent.heartbeat ?? {}, inHeartbeat),
      minGapMs: options.minGapMs,
    },
  };
}

/** `model` is a name, or an object whose `primary` is one. */
function modelOf({ model }: AgentBlock): string | undefined {
  return (typeof model === "string" ? model : model?.primary)?.trim();
}

type HeartbeatBlock = NonNullable<AgentBlock["heartbeat"]>;

function readHeartbeat(
  heartbeat: HeartbeatBlock,
  options: AgentOptions,
): Partial<HeartbeatSettings> {
  const { prompt, target, to, model, ackMaxChars } = heartbeat;
  const everyMs = readEvery(heartbeat, options);
  const activeHours = heartbeat.activeHours && readActiveHours(heartbeat.activeHours, options);
  warnOfSession(heartbeat, options);
  return {
    ...(everyMs !== undefined && { everyMs }),
    ...(prompt !== undefined && { prompt: prompt.trim() }),
    ...(target !== undefined && { target: channelIdOf(target.trim()) }),
    ...(to !== undefined && { to: to.trim() }),
    ...(model !== undefined && { model: model.trim() }),
    ...(ackMaxChars !== undefined && { ackMaxChars, runAckMaxChars: ackMaxChars }),
    ...(activeHours !== undefined && { activeHours }),
  };
}

function readEvery({ every }: HeartbeatBlock, { path, report }: AgentOptions): number | undefined {
  if (every === undefined) return undefined;
  const everyMs = parseDuration(every.trim());
  if (everyMs === undefined) {
    const hint = 'Write a time such as "30m", "1h30m" or "0m".';
    report(createProblem("invalid_value", [...path, "every"], '"every" is not a time.', { hint }));
  }
  return everyMs;
}

/** Heartbeats of another session would not see the events of the main session. */
function warnOfSession({ session = "main" }: HeartbeatBlock, { path, report }: AgentOptions): void {
  if (session.trim() === "main") return;
  const message = "Heartbeats are turns of the main session; another session is not used.";
  const extras = { severity: "warning", hint: "Remove the key." } as const;
  report(createProblem("field_without_effect", [...path, "session"], message, extras));
}

interface Zones {
  /** The user's, for `user` and where nothing is written. */
  readonly user: string;
  /** That of the machine, for `local`. */
  readonly local: string;
}

type HoursBlock = NonNullable<HeartbeatBlock["activeHours"]>;

/** `activeHours` of a heartbeat → minutes of the day and a zone. */
function readActiveHours(
  hours: Partial<HoursBlock>,
  options: AgentOptions,
): HeartbeatSettings["activeHours"] {
  const within = { ...options, path: [...options.path, "activeHours"] };
  const start = readTime(hours, "start", within);
  const end = readTime(hours, "end", within);
  const timeZone = readZone(hours, within);
  if (start === undefined || end === undefined || timeZone === undefined) return undefined;
  if (start === end) {
    const message = "The active hours begin and end at the same time.";
    const hint = "Write two times, or remove activeHours.";
    options.report(createProblem("invalid_value", [...within.path, "end"], message, { hint }));
    return undefined;
  }
  return { start, end, timeZone };
}

const TIME = /^(\d{1,2}):(\d{2})$/;

const DAY_MINUTES: number = 24 * 60;

/** Minutes since midnight. A day begins at 00:00, and may end at 24:00. A missing one is already reported. */
function readTime(
  hours: Partial<HoursBlock>,
  key: "start" | "end",
  { path, report }: AgentOptions,
): number | undefined {
  const text = hours[key]?.trim();
  if (text === undefined) return undefined;
  const [, hour, minutes] = TIME.exec(text) ?? [];
  const total = Number(hour) * 60 + Number(minutes);
  const last = key === "end" ? DAY_MINUTES : DAY_MINUTES - 1;
  if (Number(minutes) < 60 && total <= last) return total;
  const message = `The ${key} of the active hours is not a time of day.`;
  const hint = 'Write it as "09:00"; an end may be "24:00".';
  report(createProblem("invalid_value", [...path, key], message, { hint }));
  return undefined;
}

function readZone(
  { timezone = "user" }: Partial<HoursBlock>,
  { zones, path, report }: AgentOptions,
): string | undefined {
  const name = timezone.trim();
  if (name === "user") return zones.user;
  return name === "local" ? zones.local : readTimeZone(name, [...path, "timezone"], report);
}

/** An IANA name. */
export function readTimeZone(name: string, path: ConfigPath, report: Report): string | undefined {
  const zone = canonicalZone(name);
  if (zone === undefined) {
    const hint = 'Write a name such as "Europe/Vienna" or "UTC".';
    const message = `"${path.at(-1)}" is not a time zone.`;
    report(createProblem("invalid_value", path, message, { hint }));
  }
  return zone;
}
