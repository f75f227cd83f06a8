// The routes of the API → the operator's functions that answer them.
import type { RemoteOperate } from "../operate/operations.ts";
import type { InputOf, InputRules } from "./read-input.ts";

/** A method, a path and its answer. */
export interface Route {
  readonly method: "GET" | "POST";
  /** The segments behind `/api/`; `:id` stands for any text. */
  readonly path: readonly string[];
  /** The query of a GET, the body of a POST. */
  readonly input: InputRules;
  /** Undefined: what the path names does not exist. */
  readonly answer: (call: Call<InputRules>) => Promise<Answered>;
}

type Answered = object | undefined;

interface Call<Rules> {
  readonly operate: RemoteOperate;
  /** The first segment that stands for any text, or none. */
  readonly id: string;
  readonly input: InputOf<Rules>;
}

const RUN_STATES = ["queued", "running", "failed", "done", "dead", "cancelled"] as const;

const DELIVERY_STATES = ["queued", "sending", "failed", "sent", "dead", "cancelled"] as const;

const RUN_FILTER = {
  state: RUN_STATES,
  code: "text",
  mapping: "text",
  key: "text",
  since: "time",
} as const;

const DELIVERY_FILTER = {
  state: DELIVERY_STATES,
  code: "text",
  mapping: "text",
  since: "time",
} as const;

export const ROUTES: readonly Route[] = [
  get("status", {}, ({ operate }) => operate.overview.show()),
  get("runs", { ...RUN_FILTER, limit: "limit" }, ({ operate, input }) =>
    operate.runs.list(filterOf(input)),
  ),
  get("runs/:id", {}, ({ operate, id }) => operate.runs.show(id)),
  get("events", { agent: "text", limit: "limit" }, ({ operate, input }) =>
    operate.events.list(filterOf(input)),
  ),
  get("events/:id", {}, ({ operate, id }) => operate.events.show(id)),
  get("deliveries", { ...DELIVERY_FILTER, limit: "limit" }, ({ operate, input }) =>
    operate.deliveries.list(filterOf(input)),
  ),
  get("deliveries/:id", {}, ({ operate, id }) => operate.deliveries.show(id)),
  get("heartbeats", { agent: "text", limit: "limit" }, ({ operate, input }) =>
    operate.heartbeat.list(filterOf(input)),
  ),
  post("runs/:id/retry", {}, ({ operate, id }) => operate.runs.retry(id)),
  post("runs/:id/cancel", {}, ({ operate, id }) => operate.runs.cancel(id)),
  post("deliveries/:id/retry", { channel: "text", to: "text" }, ({ operate, id, input }) =>
    operate.deliveries.retry(id, input),
  ),
  post("deliveries/:id/cancel", {}, ({ operate, id }) => operate.deliveries.cancel(id)),
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
function filterOf<Input extends { readonly mapping?: string; readonly agent?: string }>({
  mapping,
  agent,
  ...rest
}: Input) {
  return {
    ...rest,
    ...(mapping !== undefined && { mappingId: mapping }),
    ...(agent !== undefined && { agentId: agent }),
  };
}
