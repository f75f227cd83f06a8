// All records that have to do with an id → the steps of its time line, in order of time.
import type { RelatedRecords } from "../model/ledger.ts";
import type {
  AnswerOutcome,
  DeliveryRecord,
  EventRecord,
  HeartbeatRecord,
  OpenWindow,
  RunRecord,
  StoredRequest,
  TryRecord,
} from "../model/records.ts";
import type { Step, Timeline } from "../model/timeline.ts";
import { MAX_REASON_CHARACTERS } from "./run-events.ts";
import { cutText, titleOfRun, toOneLine } from "./text.ts";

/** What only a running host knows. */
interface LivePauses {
  /** Why a channel is paused, by its id. */
  readonly channels: ReadonlyMap<string, { readonly since: number; readonly code: string }>;
  /** Since when an operator has paused it. */
  readonly isPaused: (kind: "mapping" | "runner", id: string) => number | undefined;
  /** Id of the runner. */
  readonly runner: string;
  /** The main sessions of which a turn runs or is due: without periodic checks, an event may wait for another event. */
  readonly turnsAhead: ReadonlySet<string>;
}

/** Steps of one moment have this order. */
const ORDER = ["request", "match", "run", "try", "answer", "summary", "heartbeat", "part"] as const;

export function timelineOf(id: string, related: RelatedRecords, pauses: LivePauses): Timeline {
  const { kind, requests, runs, events, heartbeats, deliveries, tries, runningTurns } = related;
  const of = (record: { readonly id: string }): readonly TryRecord[] =>
    tries.filter((one) => one.id === record.id);
  const steps = [
    ...withoutElements(requests).flatMap(stepsOfRequest),
    ...runs.flatMap((run) => stepsOfRun(run, of(run), pauses)),
    ...events.map((event) => stepOfEvent(event, pauses)),
    ...heartbeats.map(stepOfHeartbeat),
    ...runningTurns.map(
      ({ turnId, startedAt, reason, agentId }): Step => ({
        at: startedAt,
        kind: "heartbeat",
        id: turnId,
        state: "running",
        title: `a turn of the main session of ${agentId} (${reason})`,
      }),
    ),
    ...deliveries.flatMap((delivery) => stepsOfDelivery(delivery, of(delivery), pauses)),
  ];
  const byTime = steps.sort(
    (one, other) => one.at - other.at || ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind),
  );
  const isOpen =
    runningTurns.length > 0 ||
    events.some(({ state, agentId }) => {
      return state === "gathering" || (state !== "done" && pauses.turnsAhead.has(agentId));
    }) ||
    [...runs, ...deliveries].some(({ endedAt }) => endedAt === undefined);
  return { id, kind, isOpen, steps: byTime };
}

/** A batch has a row for each element that became an action. */
function withoutElements(requests: readonly StoredRequest[]): readonly StoredRequest[] {
  const keyOf = ({ id, outcome, at, mappingId }: StoredRequest): string =>
    JSON.stringify([id, outcome, outcome === "accepted" ? 0 : at, mappingId]);
  return [...new Map(requests.toReversed().map((one) => [keyOf(one), one])).values()];
}

function stepsOfRequest(request: StoredRequest): readonly Step[] {
  const { id, at, hook, outcome, code, status, provider, deliveryId, mappingId, receipt } = request;
  const answer = status === undefined ? "" : `, answered ${status}`;
  const detail = {
    hook,
    ...(status !== undefined && { status }),
    ...(provider !== undefined && { provider }),
    ...(deliveryId !== undefined && { deliveryId }),
    ...(request.detail !== undefined && { detail: request.detail }),
    ...(outcome === "repeat" && receipt !== undefined && { first: receipt }),
  };
  const title = `a request to ${hook === "" ? "/" : hook}: ${OUTCOMES[outcome]}${answer}`;
  const step: Step = { at, kind: "request", id, state: outcome, title, detail };
  return [code === undefined ? step : { ...step, code }, ...stepsOfMatch(request, mappingId)];
}

const OUTCOMES: Readonly<Record<StoredRequest["outcome"], string>> = {
  accepted: "accepted",
  repeat: "a repeat of an event that was accepted before, which got the first answer",
  skipped: "its mapping asked for no action",
  unmatched: "no mapping takes the event",
  empty: "its list has no element to act on",
  handshake: "a handshake of the sender",
  refused: "refused",
  failed: "failed, so the sender may send it again",
};

function stepsOfMatch(
  { at, nearest, outcome }: StoredRequest,
  mappingId: string | undefined,
): readonly Step[] {
  if (mappingId !== undefined) {
    const state = outcome === "skipped" ? "skipped" : "matched";
    return [{ at, kind: "match", id: mappingId, state, title: `mapping ${mappingId}` }];
  }
  if (nearest === undefined) return [];
  const title = `the nearest mapping is ${nearest.mappingId}, and its ${nearest.clause} did not match`;
  return [{ at, kind: "match", id: nearest.mappingId, state: "unmatched", title }];
}

/** What an operator has paused that this waits for. */
function pausedText(
  mappingId: string | undefined,
  { isPaused, runner }: LivePauses,
): { readonly text: string; readonly pausedSince?: number } {
  const ofMapping = mappingId === undefined ? undefined : isPaused("mapping", mappingId);
  if (ofMapping !== undefined) {
    return { text: `, waits because mapping ${mappingId} is paused`, pausedSince: ofMapping };
  }
  const ofRunner = isPaused("runner", runner);
  if (ofRunner === undefined) return { text: "" };
  return { text: `, waits because runner ${runner} is paused`, pausedSince: ofRunner };
}

interface Gathering {
  readonly window?: OpenWindow;
}

/** Undefined for what gathers no further events. */
function gatheringText({ window }: Gathering): string | undefined {
  return window && `, gathers further events: ${window.events} so far`;
}

function gatheringDetail({ window }: Gathering): NonNullable<Step["detail"]> {
  return window === undefined ? {} : { gathersUntil: window.closesAt };
}

function stepsOfRun(
  run: RunRecord,
  tries: readonly TryRecord[],
  pauses: LivePauses,
): readonly Step[] {
  const { id, acceptedAt, state, code, agentId, mappingId, retryOf, dueAt } = run;
  const waits = state === "queued" || state === "failed";
  const gathers = gatheringText(run);
  const { text, pausedSince } =
    waits && gathers === undefined ? pausedText(mappingId, pauses) : { text: gathers ?? "" };
  const title = `${titleOfRun(run).title}, agent ${agentId}${retryOf === undefined ? "" : `, repeats run ${retryOf}`}${text}`;
  const step: Step = {
    at: acceptedAt,
    kind: "run",
    id,
    state,
    ...(code !== undefined && { code }),
    title,
    detail: {
      agentId,
      sessionKey: run.sessionKey,
      ...(mappingId !== undefined && { mappingId }),
      attempt: run.attempt,
      ...(waits && gathers === undefined && { dueAt }),
      ...gatheringDetail(run),
      ...(pausedSince !== undefined && { pausedSince }),
      ...(run.note !== undefined && { note: run.note }),
    },
  };
  return [step, ...tries.map(stepOfTry), ...presentTry(run, tries), ...stepsOfEnd(run)];
}

function stepOfTry(one: TryRecord, index: number): Step {
  const { id, startedAt, endedAt, state, code, reason = "" } = one;
  return {
    at: startedAt,
    ms: Math.max(0, endedAt - startedAt),
    kind: "try",
    id,
    state: state === "queued" && one.interrupted ? "interrupted" : state,
    ...(code !== undefined && { code }),
    title: reason === "" ? `try ${index + 1}` : `try ${index + 1}: ${reason}`,
  };
}

/** The try that runs now, or that succeeded: the store has no row of it. */
function presentTry(
  { id, state, startedAt, endedAt }: RunRecord,
  tries: readonly TryRecord[],
): readonly Step[] {
  if (startedAt === undefined || (state !== "running" && state !== "done")) return [];
  const ms = endedAt === undefined ? {} : { ms: Math.max(0, endedAt - startedAt) };
  const title = `try ${tries.length + 1}`;
  return [{ at: startedAt, ...ms, kind: "try", id, state, title }];
}

function stepsOfEnd(run: RunRecord): readonly Step[] {
  const { id, state, endedAt, code, reason, answer, answered } = run;
  if (endedAt === undefined) return [];
  if (state !== "done") {
    const title = `no answer${reason === undefined ? "" : `: ${reason}`}`;
    return [
      {
        at: endedAt,
        kind: "answer",
        id,
        state: "none",
        ...(code !== undefined && { code }),
        title,
      },
    ];
  }
  const title = answered === undefined ? "an answer" : ANSWERS[answered];
  const step: Step = { at: endedAt, kind: "answer", id, state: answered ?? "done", title };
  return [withText(step, answer ?? "", hasReadOutsideText(run))];
}

const ANSWERS: Readonly<Record<AnswerOutcome, string>> = {
  deliver: "an answer to deliver",
  ack: "only an acknowledgment, so nothing is delivered",
  empty: "an empty answer, so nothing is delivered",
  silent: "an answer that is not delivered, because the mapping has no `deliver: true`",
};

/** An earlier turn of the session may have read such text, too, unless the run is known to be alone. */
function hasReadOutsideText({ action }: RunRecord): boolean {
  const isAlone = action.sessionMode === "isolated";
  return !isAlone || action.parts.some(({ kind }) => kind === "untrusted");
}

const MAX_TEXT_CHARACTERS = 2_000;

function withText(step: Step, text: string, isOutside: boolean): Step {
  if (text === "") return step;
  const isCut = text.length > MAX_TEXT_CHARACTERS;
  const shown = isCut ? cutText(text, MAX_TEXT_CHARACTERS) : text;
  const detail = { ...step.detail, text: shown, ...(isCut && { characters: text.length }) };
  return { ...step, ...(isOutside && { tainted: true }), detail };
}

function stepOfEvent(event: EventRecord, pauses: LivePauses): Step {
  const { at, id, state, title, origin, parts, count, turnId, tainted } = event;
  const isAhead = pauses.turnsAhead.has(event.agentId);
  const turn = `waits for the next turn of the main session${isAhead ? "" : ", and none is due"}`;
  const waits = state === "waiting" ? turn : gatheringText(event)?.slice(2);
  const paused = origin === "wake" ? pausedText(event.mappingId, pauses).text.slice(2) : "";
  const what = waits !== undefined && paused !== "" ? paused : waits;
  const step: Step = {
    at,
    kind: "summary",
    id,
    state,
    title: `${title}${what === undefined ? "" : `, ${what}`}`,
    detail: {
      origin,
      agentId: event.agentId,
      ...(count > 1 && { count }),
      ...(turnId !== undefined && { heartbeat: turnId }),
      ...gatheringDetail(event),
    },
  };
  return withText(step, parts.map(({ text }) => text).join("\n\n"), tainted);
}

function stepOfHeartbeat(record: HeartbeatRecord): Step {
  const { id, startedAt, endedAt, outcome, reason, agentId, events } = record;
  return {
    at: startedAt,
    ms: Math.max(0, endedAt - startedAt),
    kind: "heartbeat",
    id,
    state: outcome,
    title: `a turn of the main session of ${agentId} (${reason}) with ${events} ${events === 1 ? "event" : "events"}`,
  };
}

function stepsOfDelivery(
  delivery: DeliveryRecord,
  tries: readonly TryRecord[],
  pauses: LivePauses,
): readonly Step[] {
  const { id, channel, parts, sentIds, sentAt = [], endedAt, createdAt } = delivery;
  const titleOf = (part: number): string => `part ${part} of ${parts.length} to ${channel}`;
  const failed = tries.map((one): Step => {
    const { part = 1, startedAt, code, reason } = one;
    const title = `${titleOf(part)}, a try that failed${reason === undefined ? "" : `: ${reason}`}`;
    return {
      at: startedAt,
      ms: Math.max(0, one.endedAt - startedAt),
      kind: "part",
      id: `${id}/${part}`,
      state: "failed",
      ...(code !== undefined && { code }),
      title,
    };
  });
  const sent = sentIds.map(
    (messageId, index): Step => ({
      at: sentAt[index] ?? endedAt ?? createdAt,
      kind: "part",
      id: `${id}/${index + 1}`,
      state: "sent",
      title: titleOf(index + 1),
      detail: { messageId },
    }),
  );
  const since = Math.max(createdAt, ...tries.map((one) => one.endedAt));
  return [...failed, ...sent, ...presentPart({ ...delivery, createdAt: since }, pauses)];
}

/** The part that is not sent yet, or that never will be. */
function presentPart(delivery: DeliveryRecord, { channels }: LivePauses): readonly Step[] {
  const { id, channel, to, state, code, reason, parts, sentIds, endedAt, sendingAt } = delivery;
  const part = sentIds.length + 1;
  if (state === "sent" || (endedAt !== undefined && part > parts.length)) return [];
  const paused = state === "queued" ? channels.get(channel) : undefined;
  const why = paused === undefined ? reason : `the channel is paused (${paused.code})`;
  const shown = why === undefined ? "" : `: ${toOneLine(why, MAX_REASON_CHARACTERS)}`;
  const waits = state === "queued" || state === "failed";
  return [
    {
      at: endedAt ?? sendingAt ?? delivery.createdAt,
      kind: "part",
      id: `${id}/${part}`,
      state,
      ...((code ?? paused?.code) !== undefined && { code: code ?? paused?.code ?? "" }),
      title: `part ${part} of ${parts.length} to ${channel}${gatheringText(delivery) ?? shown}`,
      detail: {
        to,
        ...(waits && delivery.window === undefined && { dueAt: delivery.dueAt }),
        ...gatheringDetail(delivery),
        ...(delivery.retryOf !== undefined && { repeats: delivery.retryOf }),
        ...(paused !== undefined && { pausedSince: paused.since }),
      },
    },
  ];
}
