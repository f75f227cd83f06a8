// Any id → all records that have to do with it: from what it names up to its requests, and down to what followed.
import type { RelatedRecords } from "../../model/ledger.ts";
import type {
  DeliveryRecord,
  EventRecord,
  HeartbeatRecord,
  RunRecord,
  StoredRequest,
} from "../../model/records.ts";
import { deliveriesOf, findDelivery } from "./deliveries.ts";
import { eventsOf, findEvent } from "./events.ts";
import { findHeartbeatRecord, runningMainTurns } from "./heartbeats.ts";
import { findRequests, requestsOf } from "./requests.ts";
import { findRun, repeatsOf } from "./runs.ts";
import type { Store } from "./store.ts";
import { triesOf } from "./tries.ts";

/** A batch makes up to 100 runs, and an operator may repeat each. */
const MAX_RUNS = 200;

/** Also `run:<id>`, the key that runners get, and `<id>/<part>`, the key that channels get. */
export function findRelated(store: Store, written: string): RelatedRecords | undefined {
  const bare = written.replace(/^run:/, "").replace(/\/\d+$/, "");
  const found = findSubject(store, written);
  return found ?? (bare === written ? undefined : findSubject(store, bare));
}

function findSubject(store: Store, id: string): RelatedRecords | undefined {
  const run = findRun(store, id);
  if (run !== undefined) return gather(store, "run", { runs: [run] });
  const event = findEvent(store, id);
  if (event !== undefined) return ofEvent(store, event);
  const delivery = findDelivery(store, id);
  if (delivery !== undefined) return ofDelivery(store, delivery);
  const heartbeat = findHeartbeatRecord(store, id);
  const isRunning = runningMainTurns(store).some(({ turnId }) => turnId === id);
  if (heartbeat !== undefined || isRunning) return gather(store, "heartbeat", { turnIds: [id] });
  const requests = findRequests(store, id);
  if (requests.length === 0) return undefined;
  return gather(store, "request", { requests, ...receiptsOf(store, requests) });
}

/** An event of a run is its summary, or the report of its delivery. */
function ofEvent(store: Store, event: EventRecord): RelatedRecords {
  const run = event.runId === undefined ? undefined : findRun(store, event.runId);
  return gather(store, "event", run === undefined ? { events: [event] } : { runs: [run] });
}

function ofDelivery(store: Store, delivery: DeliveryRecord): RelatedRecords {
  const { runId, heartbeatId } = delivery;
  const run = runId === undefined ? undefined : findRun(store, runId);
  if (run !== undefined) return gather(store, "delivery", { runs: [run] });
  // Retention may have removed what it belongs to.
  const turnIds = heartbeatId === undefined ? [] : [heartbeatId];
  // That of a mapping has no turn.
  return gather(store, "delivery", { deliveries: [delivery], turnIds });
}

/** A repeat shows what its first event became. */
function receiptsOf(
  store: Store,
  requests: readonly StoredRequest[],
): Pick<Subjects, "runs" | "events" | "deliveries"> {
  const ids = [...new Set(requests.flatMap(({ receipt }) => receipt ?? []))].slice(0, MAX_RUNS);
  return {
    runs: ids.flatMap((id) => findRun(store, id) ?? []),
    events: ids.flatMap((id) => findEvent(store, id) ?? []),
    deliveries: ids.flatMap((id) => findDelivery(store, id) ?? []),
  };
}

/** Where the search begins. */
interface Subjects {
  readonly requests?: readonly StoredRequest[];
  readonly runs?: readonly RunRecord[];
  readonly events?: readonly EventRecord[];
  readonly deliveries?: readonly DeliveryRecord[];
  /** Of main sessions. */
  readonly turnIds?: readonly string[];
}

function gather(
  store: Store,
  kind: RelatedRecords["kind"],
  {
    requests = [],
    runs: first = [],
    events: own = [],
    deliveries = [],
    turnIds: turns = [],
  }: Subjects,
): RelatedRecords {
  const runs = withRepeats(store, first);
  const ofRuns = runs.flatMap(({ id }) => eventsOf(store, "run", id));
  const ofTurns = turns.flatMap((turn) => eventsOf(store, "turn", turn));
  const events = distinct([...own, ...ofRuns, ...ofTurns]);
  const turnIds = [...new Set([...turns, ...events.flatMap(({ turnId }) => turnId ?? [])])];
  const sent = distinct([
    ...deliveries,
    ...runs.flatMap(({ id }) => deliveriesOf(store, "run", id)),
    ...turnIds.flatMap((turn) => deliveriesOf(store, "heartbeat", turn)),
  ]);
  const receipts = [...runs, ...own, ...sent.filter(({ written }) => written !== undefined)];
  return {
    kind,
    requests: distinct([...requests, ...receipts.flatMap(({ id }) => requestsOf(store, id))]),
    runs,
    events,
    heartbeats: turnIds.flatMap((id) => findHeartbeatRecord(store, id) ?? []),
    deliveries: sent,
    tries: [
      ...runs.flatMap(({ id }) => triesOf(store, "runs", id)),
      ...sent.flatMap(({ id }) => triesOf(store, "deliveries", id)),
    ],
    runningTurns: runningMainTurns(store).filter(({ turnId }) => turnIds.includes(turnId)),
  };
}

/** A run that an operator repeated is followed by the one that repeats it. */
function withRepeats(store: Store, first: readonly RunRecord[]): readonly RunRecord[] {
  const runs = new Map(first.map((run) => [run.id, run]));
  for (const { id } of runs.values()) {
    if (runs.size >= MAX_RUNS) break;
    // A map also visits what is added meanwhile.
    for (const run of repeatsOf(store, id)) runs.set(run.id, run);
  }
  return [...runs.values()];
}

function distinct<Item extends StoredRequest | EventRecord | HeartbeatRecord | DeliveryRecord>(
  items: readonly Item[],
): Item[] {
  // Requests of a batch share an id.
  const keyOf = (item: Item): string =>
    `${item.id} ${"receipt" in item ? item.receipt : ""} ${"at" in item ? item.at : ""}`;
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
