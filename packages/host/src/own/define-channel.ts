// A channel as its author defines it → the channel in this process, and the answers of its module in a worker.
import type { Clock, Timer } from "@hookwright/core";
import { compilePattern } from "@hookwright/template/runtime";
import { cleanText, readPlainRecipient } from "../channels/shared/recipient.ts";
import { withTimeLimit } from "../channels/shared/with-time-limit.ts";
import {
  CALL_TIMEOUT_MS,
  type Channel,
  type OutgoingPart,
  type RecipientResult,
  type SendResult,
  type SettleResult,
  type UnknownPart,
} from "../model/channel.ts";
import { completePorts } from "../ports.ts";
import type { CallOptions, ModuleCall } from "./module-call.ts";

/** In what the platform counts a text. */
export type TextUnit = "utf16" | "codePoints" | "bytes";

/** What `create` of a channel's module gets besides the settings. */
export interface ChannelModulePorts {
  /** The id that the config gives the channel. */
  readonly id: string;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  readonly clock: Clock;
}

/** What `create` of a channel's module returns. */
export interface ChannelModuleCalls {
  /**
   * Sends one part with one request, and reports what came of it. The text has no control characters. The signal
   * fires at the time limit and if the host stops. An error that it throws counts as `unknown`.
   */
  readonly send: (part: OutgoingPart, signal: AbortSignal) => Promise<SendResult>;
  /** Asks the platform whether a part arrived, without sending anything. */
  readonly settle?: (part: UnknownPart, signal: AbortSignal) => Promise<SettleResult>;
}

/** A channel of one's own, as its module exports it. */
export interface ChannelDefinition<Settings> {
  /** The longest text of one message, in `unit`; the host splits longer ones. */
  readonly limit: number;
  /** Default: `utf16`, as JavaScript counts. */
  readonly unit?: TextUnit;
  /** How recipients are written. Default: any text of one line. */
  readonly recipient?: {
    /**
     * Matches a whole recipient; of flags only `i` counts. It is checked in linear time, so look-around and back
     * references are refused.
     */
    readonly pattern: RegExp;
    /** What to write, in one sentence. */
    readonly hint: string;
  };
  /** For how long the platform recognizes a repeated `key`. Default: 0, it has no keys. */
  readonly keyWindowMs?: number;
  /** The longest time for one call. Default: 30,000. */
  readonly callTimeoutMs?: number;
  /**
   * Called once with the settings of the config, without `module`, `passEnv`, `enabled`, `defaultTo` and `allowFrom`;
   * references to secrets are texts. The message of an error that it throws is reported as a problem of the config.
   */
  readonly create: (
    settings: Settings,
    ports: ChannelModulePorts,
  ) => ChannelModuleCalls | Promise<ChannelModuleCalls>;
}

/** A definition that was checked, as `host.channels.<id>.module` must export it. */
export interface DefinedChannel<Settings> extends ChannelDefinition<Settings> {
  /** Answers the host, which runs the module in a process of its own. */
  readonly serve: (call: ModuleCall, options: CallOptions) => Promise<unknown>;
}

/** What the host knows of a channel whose module runs elsewhere. */
export interface ChannelDescription {
  readonly limit: number;
  readonly unit?: TextUnit;
  readonly recipient?: {
    readonly pattern: string;
    readonly ignoresCase: boolean;
    readonly hint: string;
  };
  readonly keyWindowMs?: number;
  readonly callTimeoutMs?: number;
  readonly settles: boolean;
}

/**
 * Defines a channel of one's own, for `host.channels.<id>.module` of a config. Throws a `TypeError` that names the
 * member for a definition that cannot work.
 *
 * @example
 * ```ts
 * export default defineChannel<{ url: string; token: string }>({
 *   limit: 500,
 *   recipient: { pattern: /^[a-z]+$/, hint: "Write the name of a team." },
 *   create: ({ url, token }, { fetch, clock }) => ({
 *     send: async ({ key, to, text }, signal) => {
 *       const headers = { authorization: `Bearer ${token}`, "idempotency-key": key };
 *       const body = JSON.stringify({ team: to, text });
 *       const exchange = await sendRequest({ url, headers, body }, { fetch, signal });
 *       return resultOfExchange(exchange, RULES, clock());
 *     },
 *   }),
 * });
 * ```
 */
export function defineChannel<Settings = Readonly<Record<string, unknown>>>(
  definition: ChannelDefinition<Settings>,
): DefinedChannel<Settings> {
  const description = describe(definition);
  const why = findDefect(description);
  if (why !== undefined) throw new TypeError(`defineChannel: ${why}`);
  if (typeof definition.create !== "function") {
    throw new TypeError('defineChannel: "create" is not a function.');
  }
  let made: { readonly settings: string; readonly channel: Promise<Channel> } | undefined;
  return {
    ...definition,
    serve: async ({ kind, id, settings, input }, { signal }) => {
      const text = JSON.stringify(settings);
      if (made?.settings !== text) {
        const created = createOwnChannel(definition, { id, settings: settings as Settings });
        made = { settings: text, channel: created };
      }
      const channel = await made.channel;
      if (kind === "describe") return { ...description, settles: channel.settle !== undefined };
      if (kind === "send") return channel.send(input as OutgoingPart, signal);
      const { otherIds, ...part } = input as UnknownPart & { readonly otherIds: Iterable<string> };
      return channel.settle?.({ ...part, otherIds: new Set(otherIds) }, signal);
    },
  };
}

/** What a channel of one's own is created with. */
export interface OwnChannelOptions<Settings> {
  readonly id: string;
  /** As `create` gets them. */
  readonly settings: Settings;
  /** Default: `globalThis.fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Default: `Date.now`. */
  readonly clock?: Clock;
  /** Default: `setTimeout`. */
  readonly timer?: Timer;
}

/**
 * Creates a defined channel in this process: for tests, and for the option `channels` of a program that embeds the
 * host. Rejects if `create` of the definition throws.
 *
 * @example
 * ```ts
 * const channel = await createOwnChannel(pager, { id: "pager", settings: { url, token } });
 * ```
 */
export async function createOwnChannel<Settings>(
  definition: ChannelDefinition<Settings>,
  { id, settings, ...ports }: OwnChannelOptions<Settings>,
): Promise<Channel> {
  const { fetch, clock, timer } = completePorts(ports);
  const calls = await definition.create(settings, { id, fetch, clock });
  const { settle } = calls;
  const timeoutMs = definition.callTimeoutMs ?? CALL_TIMEOUT_MS;
  return {
    ...channelFacts(id, describe(definition)),
    send: async (part, signal) => {
      if (signal.aborted) return { kind: "retry", code: "aborted" };
      return withTimeLimit({ timer, timeoutMs }, signal, (limited) =>
        calls.send({ ...part, text: cleanText(part.text) }, limited),
      );
    },
    ...(settle && { settle: (part, signal) => settle(part, signal) }),
  };
}

const ANY_RECIPIENT = "Write what the channel knows the recipient by, in one line.";

/** A described channel, without its calls. */
export function channelFacts(
  id: string,
  { limit, unit = "utf16", recipient, keyWindowMs = 0, callTimeoutMs }: ChannelDescription,
): Omit<Channel, "send" | "settle"> {
  const compiled = recipient && compileWhole(recipient.pattern, recipient.ignoresCase);
  const hint = recipient?.hint ?? ANY_RECIPIENT;
  return {
    id,
    limit,
    ...(unit !== "utf16" && { measure: MEASURES[unit] }),
    keyWindowMs,
    ...(callTimeoutMs !== undefined && { callTimeoutMs }),
    parseRecipient: (written): RecipientResult => {
      const to = readPlainRecipient(written, id);
      const isGood = to !== undefined && (!compiled?.ok || compiled.pattern(to, () => undefined));
      return isGood ? { ok: true, to } : { ok: false, hint };
    },
  };
}

const MEASURES: Readonly<Record<Exclude<TextUnit, "utf16">, (text: string) => number>> = {
  codePoints: (text) => Array.from(text).length,
  bytes: (text) => new TextEncoder().encode(text).byteLength,
};

function describe({
  limit,
  unit,
  recipient,
  keyWindowMs,
  callTimeoutMs,
}: ChannelDefinition<never>): ChannelDescription {
  return {
    limit,
    ...(unit !== undefined && { unit }),
    ...(recipient !== undefined && {
      recipient: {
        pattern: String(recipient.pattern?.source),
        ignoresCase: recipient.pattern?.flags.includes("i") ?? false,
        hint: recipient.hint,
      },
    }),
    ...(keyWindowMs !== undefined && { keyWindowMs }),
    ...(callTimeoutMs !== undefined && { callTimeoutMs }),
    settles: false,
  };
}

/** The shortest limit of a known platform is 160. */
const MIN_LIMIT = 100;

/** Why a description cannot work, in one sentence: it may come from any module. */
export function findDefect(
  description: Readonly<Record<keyof ChannelDescription, unknown>> | ChannelDescription,
): string | undefined {
  const { limit, unit, recipient, keyWindowMs = 0, callTimeoutMs = CALL_TIMEOUT_MS } = description;
  if (!isNumber(limit, MIN_LIMIT)) return `"limit" is not a number of at least ${MIN_LIMIT}.`;
  if (unit !== undefined && unit !== "utf16" && !Object.hasOwn(MEASURES, unit as string)) {
    return '"unit" is not "utf16", "codePoints" or "bytes".';
  }
  if (!isNumber(keyWindowMs, 0)) return '"keyWindowMs" is not a number of at least 0.';
  if (!isNumber(callTimeoutMs, 1)) return '"callTimeoutMs" is not a number of at least 1.';
  if (recipient === undefined) return undefined;
  const { pattern, ignoresCase, hint } = recipient as Readonly<Record<string, unknown>>;
  if (typeof hint !== "string" || hint.trim() === "") return '"recipient.hint" is not a sentence.';
  const compiled = compileWhole(String(pattern), ignoresCase === true);
  return compiled.ok ? undefined : `"recipient.pattern" ${compiled.problem}.`;
}

/** Attack: a recipient may come from a payload, and `RegExp` can take years for a text of 512 characters. */
function compileWhole(pattern: string, ignoresCase: boolean): ReturnType<typeof compilePattern> {
  return compilePattern(`^(?:${pattern})$`, ignoresCase);
}

function isNumber(value: unknown, least: number): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= least;
}
