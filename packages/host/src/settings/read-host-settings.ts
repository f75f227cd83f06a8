// A config as it was parsed → the settings of the host, or all problems at once.
import type { Problem } from "@hookwright/core";
import type { Channel } from "../model/channel.ts";
import { channelIdOf } from "../model/channel-names.ts";
import type { HostSettings } from "../model/settings.ts";
import { checkMappings } from "./check-mappings.ts";
import { readAgents } from "./read-agents.ts";
import { readChannels, readDefaultRecipients } from "./read-channels.ts";
import { type HostValues, readHostBlock } from "./read-host-block.ts";
import { createValueReader, isObject, type ValueReader } from "./value-reader.ts";

/** Warnings and hints come with usable settings, too. */
export type HostSettingsResult =
  | { readonly ok: true; readonly settings: HostSettings; readonly problems: readonly Problem[] }
  /** What could be read of them, so that the rest of a config can be looked at, too. */
  | {
      readonly ok: false;
      readonly settings: HostSettings;
      readonly problems: readonly Problem[];
    };

/** What reading settings needs of the machine. */
export interface HostSettingsOptions {
  /** The zone of the machine, for active hours of the zone `local`. Default: what `Intl` says. */
  readonly localTimeZone?: string;
  /** Channels of one's own: mappings may name them. */
  readonly channels?: readonly Pick<Channel, "id">[];
}

/** More turns at a time meet the limits of most models' services. */
const MAX_CONCURRENT = 4;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Reads the gateway's own keys (`agents`, `session`, `channels`) and the block `host`. Keys of others
 * are left alone, and secrets stay references. Never throws.
 *
 * @example
 * ```ts
 * const result = readHostSettings({ host: { runner: { http: { baseUrl: "http://127.0.0.1:8080/v1" } } } });
 * ```
 */
export function readHostSettings(
  config: unknown,
  options: HostSettingsOptions = {},
): HostSettingsResult {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const report = (problem: Problem): void => {
    // An object of a wrong type is asked for several of its keys.
    const id = JSON.stringify([problem.code, problem.path]);
    if (!seen.has(id)) problems.push(problem);
    seen.add(id);
  };
  const root = createValueReader(isObject(config) ? config : {}, [], report);
  if (!isObject(config)) {
    report({
      ...{ code: "wrong_type", severity: "error", path: [] },
      ...{ message: "The config must be an object.", hint: 'Write { "host": { … } }.' },
    });
  }
  const values = readHostBlock(isObject(config) ? config["host"] : undefined, report);
  const { localTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone } = options;
  const knownChannels = options.channels?.map(({ id }) => channelIdOf(id)) ?? [];
  const settings = settingsOf({ root, values, localTimeZone, knownChannels, report });
  if (root.isObject("hooks")) {
    checkMappings(root.inner("hooks"), { settings, knownChannels, report });
  }
  const isUsable = problems.every(({ severity }) => severity !== "error");
  return { ok: isUsable, settings, problems };
}

interface Sources {
  readonly root: ValueReader;
  readonly values: HostValues;
  readonly localTimeZone: string;
  readonly knownChannels: readonly string[];
  readonly report: (problem: Problem) => void;
}

function settingsOf({ root, values, localTimeZone, knownChannels, report }: Sources): HostSettings {
  const agents = root.inner("agents");
  const defaults = agents.inner("defaults");
  const session = root.inner("session");
  const timeZone = defaults.timeZone("userTimezone") ?? "UTC";
  const zones = { user: timeZone, local: localTimeZone };
  const minGapMs = values.number("heartbeat.minGapSeconds") * SECOND_MS;
  const channels = readChannels(root, values, knownChannels);
  const runner = readRunner(values, report);
  const mainReset = readReset(session.inner("reset"));
  return {
    ...readAgents(agents, { zones, minGapMs, report }),
    maxConcurrent: defaults.number("maxConcurrent", { min: 1, integer: true }) ?? MAX_CONCURRENT,
    timeZone,
    mainKey: session.text("mainKey") ?? "main",
    ...(mainReset !== undefined && { mainReset }),
    modelAliases: readAliases(defaults),
    onInterrupted: values.choice("onInterrupted"),
    unknownDelivery: values.choice("delivery.unknown"),
    retryMaxMs: values.number("retry.maxHours") * HOUR_MS,
    stopGraceMs: values.number("stopGraceSeconds") * SECOND_MS,
    retainMs: values.number("retainDays") * DAY_MS,
    defaultTo: readDefaultRecipients(channels),
    ...(runner !== undefined && { runner }),
    channels,
  };
}

/** As written: what is in it is the runner's affair. */
function readRunner(
  values: HostValues,
  report: (problem: Problem) => void,
): HostSettings["runner"] {
  const [http, command] = [values.object("runner.http"), values.object("runner.command")];
  if (http === undefined) return command === undefined ? undefined : { command };
  if (command === undefined) return { http };
  report({
    ...{ code: "invalid_value", severity: "error", path: ["host", "runner"] },
    ...{
      message: "host.runner has two runners.",
      hint: "Keep http or command, and remove the other.",
    },
  });
  return undefined;
}

const RESET_HOUR = 4;
const RESET_IDLE_MINUTES = 60;

/** As the gateway spells it: `daily` at an hour, `idle` after some minutes; `daily` may have both. */
function readReset(reset: ValueReader): HostSettings["mainReset"] {
  const mode = reset.choice("mode", ["daily", "idle"]);
  const hour = reset.number("atHour", { min: 0, max: 23, integer: true });
  const idleMinutes = reset.number("idleMinutes", { min: 1 });
  if (mode === undefined) return undefined;
  const minutes = idleMinutes ?? (mode === "idle" ? RESET_IDLE_MINUTES : undefined);
  return {
    ...(mode === "daily" && { atHour: hour ?? RESET_HOUR }),
    ...(minutes !== undefined && { idleMs: minutes * 60 * SECOND_MS }),
  };
}

/** Of a map of models; a list has no aliases. The core reports what is neither. */
function readAliases(defaults: ValueReader): HostSettings["modelAliases"] {
  const aliases = new Map<string, string>();
  if (!defaults.isObject("models")) return aliases;
  for (const [id, model] of Object.entries(defaults.object("models") ?? {})) {
    const alias = isObject(model) ? model["alias"] : undefined;
    const name = typeof alias === "string" ? alias.trim().toLowerCase() : "";
    if (name !== "") aliases.set(name, id);
  }
  return aliases;
}
