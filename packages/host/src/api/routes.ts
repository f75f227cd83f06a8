// The routes of the API → the operator's functions that answer them.
import { isRecord } from "@hookwright/base";
import {
  type InputOf,
  type InputRules,
  type JsonRoute,
  readInput,
} from "@hookwright/node-kit/json-api";
import { DELIVERY_TRANSITIONS, RUN_TRANSITIONS } from "../model/effects.ts";
import { PAUSE_KINDS } from "../model/pauses.ts";
import type { DeliveryState, RunState } from "../model/records.ts";
import type { RemoteOperate } from "../operate/operations.ts";
import type { RetriedMany, ShownRun } from "./answers.ts";

/** A route of an operation. */
interface Route extends Omit<JsonRoute, "answer"> {
  /** Undefined: what the path names does not exist. */
  readonly answer: (call: Call<InputRules>) => Promise<Answered>;
}

/** With `ok: false`, a refusal. */
type Answered = object | undefined;

interface Refused {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

interface Call<Rules> {
  readonly operate: RemoteOperate;
  /** The text that `:id` matched; empty if the path has none. */
  readonly id: string;
  readonly input: InputOf<Rules>;
}

const PAGE = {
  since: "time",
  until: "time",
  agent: "text",
  before: "text",
  limit: "limit",
} as const;

/** Of runs and deliveries, in a list and in a selection. */
const ENDED = {
  since: "time",
  code: "text",
  mapping: "text",
  agent: "text",
  channel: "text",
} as const;

const RUN_STATES = Object.keys(RUN_TRANSITIONS) as readonly RunState[];

const DELIVERY_STATES = Object.keys(DELIVERY_TRANSITIONS) as readonly DeliveryState[];

const RUNS = { ...ENDED, state: RUN_STATES, key: "text" } as const;

const DELIVERIES = { ...ENDED, state: DELIVERY_STATES } as const;

const EVENTS = {
  ...PAGE,
  state: ["waiting", "claimed", "done"],
  origin: ["wake", "run", "delivery", "host"],
  mapping: "text",
} as const;

const RETRY = {
  kind: ["run", "delivery"],
  /** Its fields depend on the kind. */
  filter: "object",
  ids: "ids",
  before: "time",
  dryRun: "boolean",
} as const;

export const ROUTES: readonly Route[] = [
  get("status", {}, ({ operate }) => operate.overview.show()),
  get("timeline/:id", {}, ({ operate, id }) => operate.timeline.show(id)),
  get("failed", { since: "time" }, async ({ operate, input }) => ({
    items: await operate.failed.list(input.since),
  })),
  get("log", PAGE, ({ operate, input }) => operate.log.list(filterOf(input))),
  get("runs", { ...RUNS, ...PAGE }, ({ operate, input }) => operate.runs.list(filterOf(input))),
  get("runs/:id", {}, async ({ operate, id }): Promise<ShownRun | undefined> => {
    const [run, timeline] = await Promise.all([operate.runs.show(id), operate.timeline.show(id)]);
    return run && { ...run, steps: timeline?.steps ?? [] };
  }),
  get("events", EVENTS, ({ operate, input }) => operate.events.list(filterOf(input))),
  get("events/:id", {}, ({ operate, id }) => operate.events.show(id)),
  get("deliveries", { ...DELIVERIES, ...PAGE }, ({ operate, input }) =>
    operate.deliveries.list(filterOf(input)),
  ),
  get("deliveries/:id", {}, ({ operate, id }) => operate.deliveries.show(id)),
  get("heartbeats", { ...PAGE, code: "text" }, ({ operate, input }) =>
    operate.heartbeat.list(filterOf(input)),
  ),
  get("channels", {}, async ({ operate }) => ({ items: await operate.channels.list() })),
  get("requests", { before: "text", limit: "limit" }, ({ operate, input }) =>
    operate.live.list(input),
  ),
  get("requests/:id", {}, ({ operate, id }) => operate.live.show(id)),
  get("config", {}, ({ operate }) => operate.live.config()),
  post("requests", { event: "object" }, ({ operate, input: { event } }) =>
    sendAgain(operate, event),
  ),
  get("pauses", {}, async ({ operate }) => ({ items: await operate.pauses.list() })),
  ...PAUSE_KINDS.flatMap((kind) => [
    post(`${kind}s/:id/pause`, {}, ({ operate, id }) => operate.pauses.pause({ kind, id })),
    post(`${kind}s/:id/resume`, {}, ({ operate, id }) => operate.pauses.resume({ kind, id })),
  ]),
  post("retry", RETRY, ({ operate, input }) => retryMany(operate, input)),
  post("runs/:id/retry", {}, ({ operate, id }) => operate.runs.retry(id)),
  post("runs/:id/cancel", {}, ({ operate, id }) => operate.runs.cancel(id)),
  post("deliveries/:id/retry", { channel: "text", to: "text" }, ({ operate, id, input }) =>
    operate.deliveries.retry(id, input),
  ),
  post("deliveries/:id/cancel", {}, ({ operate, id }) => operate.deliveries.cancel(id)),
  post("channels/:id/test", { to: "text" }, async ({ operate, id, input: { to } }) =>
    to === undefined ? invalid("A test needs a recipient in `to`.") : operate.channels.test(id, to),
  ),
];

function get<const Rules extends InputRules>(
  path: string,
  input: Rules,
  answer: (call: Call<Rules>) => Promise<Answered>,
): Route {
  return createRoute("GET", path, { input, answer });
}

function post<const Rules extends InputRules>(
  path: string,
  input: Rules,
  answer: (call: Call<Rules>) => Promise<Answered>,
): Route {
  return createRoute("POST", path, { input, answer });
}

/** An answer gets what was read by the rules beside it. */
function createRoute<Rules extends InputRules>(
  method: Route["method"],
  path: string,
  {
    input,
    answer,
  }: { readonly input: Rules; readonly answer: (call: Call<Rules>) => Promise<Answered> },
): Route {
  return { method, path: path.split("/"), input, answer: answer as Route["answer"] };
}

/** The names of a query → those of a filter. */
function filterOf<
  Input extends { readonly mapping?: string; readonly agent?: string; readonly before?: string },
>({ mapping, agent, before, ...rest }: Input) {
  return {
    ...rest,
    ...(mapping !== undefined && { mappingId: mapping }),
    ...(agent !== undefined && { agentId: agent }),
    ...(before !== undefined && { cursor: before }),
  };
}

/**
 * What ended after `before` was not in the list that the operator saw, so it is left out. Without a state, a selection
 * would repeat what succeeded, too.
 */
async function retryMany(
  operate: RemoteOperate,
  { kind, filter, ids, before, dryRun = false }: InputOf<typeof RETRY>,
): Promise<RetriedMany | Refused> {
  if (kind === undefined) return invalid("A retry needs a `kind`: run or delivery.");
  if ((filter === undefined) === (ids === undefined)) {
    return invalid("A retry needs either `ids` or a `filter`.");
  }
  const found = ids === undefined ? await select(operate, kind, { ...filter }, before) : ids;
  if ("ok" in found) return found;
  if (dryRun) return { ids: found, count: found.length, refused: {} };
  const group = kind === "run" ? operate.runs : operate.deliveries;
  return { ids: found, ...(await group.retryMany(found)) };
}

/** Values of the client: each text of a record is one. */
async function sendAgain(
  operate: RemoteOperate,
  event: Readonly<Record<string, unknown>> = {},
): Promise<Answered> {
  const { path, headers = {}, query = {}, payload = {} } = event;
  if (typeof path !== "string" || !isTexts(headers) || !isTexts(query)) {
    return invalid("An `event` has a `path`, `headers` and `query` of texts, and a `payload`.");
  }
  return operate.live.send({ path, headers, query, payload });
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((text) => typeof text === "string");
}

async function select(
  operate: RemoteOperate,
  kind: "run" | "delivery",
  filter: Readonly<Record<string, unknown>>,
  before: number | undefined,
): Promise<readonly string[] | Refused> {
  if (filter["state"] === undefined || before === undefined) {
    return invalid(
      "A retry by a `filter` needs its `state`, and `before`: the time when its list was read.",
    );
  }
  const selectBy = async <Rules extends InputRules>(
    rules: Rules,
    find: (filter: InputOf<Rules>) => Promise<readonly string[]>,
  ): Promise<readonly string[] | Refused> => {
    const read = readInput(filter, rules);
    return read.ok ? find(read.value) : invalid(read.refusal.message, read.refusal.hint);
  };
  const { runs, deliveries } = operate;
  return kind === "run"
    ? selectBy(RUNS, (by) => runs.select({ ...filterOf(by), until: before }))
    : selectBy(DELIVERIES, (by) => deliveries.select({ ...filterOf(by), until: before }));
}

function invalid(message: string, hint?: string): Refused {
  return { ok: false, code: "input_invalid", message, ...(hint !== undefined && { hint }) };
}
