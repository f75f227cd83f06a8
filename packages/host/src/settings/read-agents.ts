// `agents` of the gateway's config → the settings of each agent, and of those that are not listed.

import { isRecord } from "@hookwright/base";
import { parseThinking } from "@hookwright/core";
import { channelIdOf } from "../model/channel.ts";
import type { AgentSettings, HeartbeatSettings } from "../model/settings.ts";
import { createValueReader, type Report, type ValueReader } from "./value-reader.ts";

const DEFAULT_TIMEOUT_SECONDS = 600;

/** A day: what runs longer has hung. */
const MAX_TIMEOUT_SECONDS = 86_400;

const DEFAULT_EVERY_MS: number = 30 * 60_000;

const DEFAULT_ACK_MAX_CHARS = 300;

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

export function readAgents(agents: ValueReader, options: AgentsOptions): AgentsSettings {
  const defaults = readAgent(agents.inner("defaults"), undefined, options);
  const list = readList(agents, options.report);
  const entries = [...list, ...readEntries(agents)];
  const defaultAgent = findDefault(agents, entries, list[0]?.id);
  const listed = entries.map(({ id, entry, reader }) => ({
    id,
    hasHeartbeat: entry["heartbeat"] !== undefined,
    settings: readAgent(reader, defaults, options),
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

interface ListEntry {
  readonly id: string;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly reader: ValueReader;
}

/** Entries that the core reports are passed over. */
function readList(agents: ValueReader, report: Report): readonly ListEntry[] {
  return agents.list("list").flatMap((entry, index) => {
    if (!isRecord(entry) || typeof entry["id"] !== "string") return [];
    const id = entry["id"].trim();
    const reader = createValueReader(entry, [...agents.path, "list", index], report);
    return id === "" ? [] : [{ id, entry, reader }];
  });
}

function readEntries(agents: ValueReader): readonly ListEntry[] {
  const reader = agents.inner("entries");
  return Object.keys(agents.object("entries") ?? {}).flatMap((key) => {
    const id = key.trim();
    // An entry without settings is an agent, too.
    const entry = reader.object(key) ?? {};
    return id === "" ? [] : [{ id, entry, reader: reader.inner(key) }];
  });
}

/** As in the core: the agent of the system, else one that says so, else the first of the list, else `main`. */
function findDefault(
  agents: ValueReader,
  entries: readonly ListEntry[],
  first: string | undefined,
): string {
  const system = agents.inner("defaults").inner("systemAgent").text("agentId");
  const marked = entries.find(({ entry }) => entry["default"] === true)?.id;
  const chosen = system ?? marked ?? first ?? DEFAULT_AGENT;
  // Agents are compared in any case, and the entry's own spelling is the one that runs have.
  return entries.find(({ id }) => id.toLowerCase() === chosen.toLowerCase())?.id ?? chosen;
}

/** What an agent does not have itself is that of the defaults. */
function readAgent(
  reader: ValueReader,
  defaults: Defaults | undefined,
  options: AgentsOptions,
): Defaults {
  const workspace = reader.text("workspace") ?? defaults?.workspace;
  const model = readModel(reader) ?? defaults?.model;
  const thinking = readThinking(reader) ?? defaults?.thinking;
  const seconds = reader.number("timeoutSeconds", { min: 1 });
  return {
    ...(workspace !== undefined && { workspace }),
    ...(model !== undefined && { model }),
    ...(thinking !== undefined && { thinking }),
    timeoutSeconds: Math.min(
      Math.floor(seconds ?? defaults?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS),
      MAX_TIMEOUT_SECONDS,
    ),
    heartbeat: readHeartbeat(reader.inner("heartbeat"), defaults?.heartbeat, options),
  };
}

/** `model` is a name, or an object whose `primary` is one. */
function readModel(reader: ValueReader): string | undefined {
  return reader.isRecord("model") ? reader.inner("model").text("primary") : reader.text("model");
}

function readThinking(reader: ValueReader): AgentSettings["thinking"] {
  const text = reader.text("thinkingDefault");
  return text === undefined ? undefined : parseThinking(text);
}

function readHeartbeat(
  reader: ValueReader,
  defaults: HeartbeatSettings | undefined,
  { zones, minGapMs }: AgentsOptions,
): HeartbeatSettings {
  const written = readHeartbeatKeys(reader, zones);
  return {
    everyMs: DEFAULT_EVERY_MS,
    ackMaxChars: DEFAULT_ACK_MAX_CHARS,
    ...defaults,
    ...written,
    minGapMs,
  };
}

function readHeartbeatKeys(reader: ValueReader, zones: Zones): Partial<HeartbeatSettings> {
  const everyMs = reader.duration("every");
  const prompt = reader.text("prompt");
  const target = reader.text("target");
  const to = reader.text("to");
  const model = reader.text("model");
  const ackMaxChars = reader.number("ackMaxChars", { min: 0, integer: true });
  const hours = reader.object("activeHours");
  const activeHours = hours && readActiveHours(reader.inner("activeHours"), zones);
  warnOfSession(reader);
  return {
    ...(everyMs !== undefined && { everyMs }),
    ...(prompt !== undefined && { prompt }),
    ...(target !== undefined && { target: channelIdOf(target) }),
    ...(to !== undefined && { to }),
    ...(model !== undefined && { model }),
    ...(ackMaxChars !== undefined && { ackMaxChars, runAckMaxChars: ackMaxChars }),
    ...(activeHours !== undefined && { activeHours }),
  };
}

/** Heartbeats of another session would not see the events of the main session. */
function warnOfSession(reader: ValueReader): void {
  const session = reader.text("session");
  if (session === undefined || session === "main") return;
  reader.warn("session", "field_without_effect", {
    message: "Heartbeats are turns of the main session; another session is not used.",
    hint: "Remove the key.",
  });
}

interface Zones {
  /** The user's, for `user` and where nothing is written. */
  readonly user: string;
  /** That of the machine, for `local`. */
  readonly local: string;
}

/** `activeHours` of a heartbeat → minutes of the day and a zone. */
function readActiveHours(reader: ValueReader, zones: Zones): HeartbeatSettings["activeHours"] {
  const start = readTime(reader, "start");
  const end = readTime(reader, "end");
  const timeZone = readZone(reader, zones);
  if (start === undefined || end === undefined || timeZone === undefined) return undefined;
  if (start === end) {
    const message = "The active hours begin and end at the same time.";
    const hint = "Write two times, or remove activeHours.";
    reader.report("end", "invalid_value", { message, hint });
    return undefined;
  }
  return { start, end, timeZone };
}

const TIME = /^(\d{1,2}):(\d{2})$/;

const DAY_MINUTES: number = 24 * 60;

/** Minutes since midnight. A day begins at 00:00, and may end at 24:00. */
function readTime(reader: ValueReader, key: "start" | "end"): number | undefined {
  if (!reader.has(key)) {
    const message = `The active hours have no ${key}.`;
    reader.report(key, "missing_key", { message, hint: `Write "${key}": "09:00".` });
    return undefined;
  }
  const text = reader.text(key);
  if (text === undefined) return undefined;
  const [, hours, minutes] = TIME.exec(text) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  const last = key === "end" ? DAY_MINUTES : DAY_MINUTES - 1;
  if (Number(minutes) < 60 && total <= last) return total;
  const message = `The ${key} of the active hours is not a time of day.`;
  const hint = 'Write it as "09:00"; an end may be "24:00".';
  reader.report(key, "invalid_value", { message, hint });
  return undefined;
}

function readZone(reader: ValueReader, { user, local }: Zones): string | undefined {
  if (!reader.has("timezone")) return user;
  const text = reader.text("timezone");
  if (text === "user") return user;
  return text === "local" ? local : reader.timeZone("timezone");
}
