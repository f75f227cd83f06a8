// The actions of an event → dispatched one by one, and the answer made from the receipts, or a 503 so that the sender tries again.

import { describeError, isPromiseLike } from "@hookwright/base";
import {
  type Action,
  type ActionResolution,
  type BatchResolution,
  createRefusal,
  type ElementResolution,
  statusFromCode,
} from "../../model/index.ts";
import {
  answerAgent,
  answerDelivery,
  answerGate,
  answerWake,
  CLIENT_CLOSED,
  type Gate,
  type GateRefusal,
  jsonAnswer,
  markReplayed,
  NOTHING_TO_DO,
  refuse,
  refuseDispatch,
  replaceAnswer,
  replay,
} from "./answer.ts";
import { checkRate } from "./check-rate.ts";
import { takeClaim } from "./claim.ts";
import {
  type AbortCode,
  type Dispatch,
  DispatchCall,
  type DispatchRejection,
  type LateDispatch,
} from "./dispatch-call.ts";
import { labelOf, shortName, traceOf } from "./observe.ts";
import type { ClaimedRequest, ElementAnswer, Resolved } from "./phases.ts";
import type { RequestNotes } from "./record.ts";
import type { IngressAnswer } from "./request.ts";
import type { IngressState, ServingState } from "./state.ts";

export async function dispatchSingle(
  resolution: ActionResolution,
  resolved: Resolved,
  state: IngressState,
): Promise<IngressAnswer> {
  const { claimed, proved } = resolved;
  const { notes } = proved.log;
  if (resolution.notes !== undefined) notes.detail = resolution.notes.join(" ");
  if (resolution.emptyExpressions !== undefined) {
    notes.emptyExpressions = resolution.emptyExpressions;
  }
  const before = claimed?.begin(resolution.mappingId ?? "").get(0);
  if (before?.ok === true) return replayElement(before, resolution, resolved);
  const done = await dispatchAction(resolution, resolved, state);
  if (done.runId !== undefined) notes.runId = done.runId;
  if (!done.ok) {
    if (done.late !== undefined) {
      claimed?.addLate(done.late.then((late) => (late.ok ? late.answer : undefined)));
    }
    return answerGate(done.gate, notes);
  }
  if (done.isRepeat) return replay(done.answer, notes);
  notes.action = resolution.action.kind;
  return done.answer;
}

/** An earlier attempt, with other mappings beside this one, was accepted for this one. */
function replayElement(
  element: AcceptedElement,
  { action, warnings }: ActionResolution,
  { mapping, proved }: Resolved,
): IngressAnswer {
  const runId = runIdOf(element);
  const answer = mapping?.answer ?? answerAccepted(action, runId ?? "", warnings);
  return replay({ ...answer, ...(runId !== undefined && { runId }) }, proved.log.notes);
}

type AcceptedElement = Extract<ElementAnswer, { readonly ok: true }>;

function runIdOf(element: AcceptedElement): string | undefined {
  if ("mode" in element) return undefined;
  return "runId" in element ? element.runId : element.delivery;
}

function answerAccepted(action: Action, runId: string, warnings: readonly string[]): IngressAnswer {
  if (action.kind === "wake") return answerWake(action.mode, warnings);
  return action.kind === "agent" ? answerAgent(runId, warnings) : answerDelivery(runId, warnings);
}

/** An action to dispatch. `index` is that in the list of its mapping; `part` is defined for an action of a batch. */
interface DispatchOrder
  extends Pick<
    ActionResolution,
    "action" | "warnings" | "mappingId" | "taintedFields" | "dedupeKey" | "channelReports"
  > {
  readonly index?: number | undefined;
  readonly part?: string;
  /** Whether several mappings get the event. */
  readonly isOneOf?: boolean;
}

type Receipt = Awaited<ReturnType<Dispatch>>;

type DispatchResult =
  | {
      readonly ok: true;
      readonly answer: IngressAnswer;
      /** Undefined for a wake if nobody would see its id. */
      readonly runId: string | undefined;
      /** This is the result of a previous action with the same `dedupeKey`. */
      readonly isRepeat?: true;
    }
  | FailedDispatch;

interface FailedDispatch {
  readonly ok: false;
  readonly gate: GateRefusal;
  /** Set if a late outcome may follow, which has the same id. */
  readonly runId?: string;
  /** The outcome of a dispatch that continued after its time limit. Never rejects. */
  readonly late?: Promise<DispatchResult>;
}

/** Dispatches an action, or returns the previous result of its `dedupeKey`. */
async function dispatchAction(
  order: DispatchOrder,
  resolved: Resolved,
  state: IngressState,
): Promise<DispatchResult> {
  const { dedupeKey } = order;
  const { claims } = state;
  if (dedupeKey === undefined || claims === undefined) return callDispatch(order, resolved, state);
  const key = `dedupe:${JSON.stringify([order.mappingId, dedupeKey])}`;
  const ttlSeconds = resolved.idempotencyTtlSeconds;
  const taken = await takeClaim([{ key, ttlSeconds }], claims, resolved.proved);
  if (taken.kind === "refused") return { ok: false, gate: taken.gate };
  if (taken.kind === "done") {
    const { runId, ...answer } = taken.answer;
    return { ok: true, answer, runId, isRepeat: true };
  }
  const { claim } = taken;
  const settle = (result: DispatchResult): Promise<void> => {
    if (!result.ok) return claim.release();
    const { answer, runId } = result;
    return claim.complete({ ...answer, ...(runId !== undefined && { runId }) });
  };
  const done = await callDispatch(order, resolved, state);
  if (done.ok || done.late === undefined) await settle(done);
  else claim.holdUntil(done.late.then((late) => () => settle(late)));
  return done;
}

/** Calls `dispatch`. Only a promise is awaited, within its time limit. */
async function callDispatch(
  order: DispatchOrder,
  resolved: Resolved,
  state: IngressState,
): Promise<DispatchResult> {
  const { action, mappingId } = order;
  const { bodyWarning, mapping, proved } = resolved;
  const call = new DispatchCall(order, resolved, state);
  const warnings = bodyWarning === undefined ? order.warnings : [...order.warnings, bodyWarning];
  const accept = (received: Receipt): DispatchResult => {
    if (action.kind === "wake") {
      // The answer to a wake has no run id, so without an observer none is created.
      const runId = state.isObserved ? (received?.runId ?? call.runId) : undefined;
      return { ok: true, answer: mapping?.answer ?? answerWake(action.mode, warnings), runId };
    }
    const runId = received?.runId ?? call.runId;
    return { ok: true, answer: mapping?.answer ?? answerAccepted(action, runId, warnings), runId };
  };
  try {
    const run = () => state.dispatch(action, call);
    const trace = state.tracing && traceOf(proved, state.tracing);
    const receipt =
      trace === undefined
        ? run()
        : trace.dispatch(
            { route: labelOf(proved), mapping: mappingId, provider: proved.auth?.provider?.id },
            run,
          );
    if (!isPromiseLike(receipt)) return accept(receipt);
    return settleInTime({ receipt, call, accept }, resolved, state);
  } catch (error) {
    return { ok: false, gate: refuseRejection(error) };
  }
}

interface PendingDispatch {
  readonly receipt: PromiseLike<Receipt>;
  readonly call: DispatchCall;
  readonly accept: (receipt: Receipt) => DispatchResult;
}

type LateOutcome = Pick<LateDispatch, "ok" | "runId" | "detail">;

/** A pending dispatch → its result, or a 503 when its time is over or the server stops. */
function settleInTime(
  { receipt, call, accept }: PendingDispatch,
  resolved: Resolved,
  state: IngressState,
): Promise<DispatchResult> {
  const { request, hideSecrets } = resolved.proved;
  state.activity.begin();
  return new Promise((resolve) => {
    let isAnswered = false;
    let disarm = (): void => undefined;
    const answer = (result: DispatchResult): void => {
      isAnswered = true;
      disarm();
      resolve(result);
    };
    let settleLate: (result: DispatchResult) => void = () => undefined;
    const giveUp = (code: Exclude<AbortCode, "client_closed">): void => {
      const late = new Promise<DispatchResult>((settle) => {
        settleLate = settle;
      });
      answer({ ok: false, gate: refuseDispatch(code), runId: call.runId, late });
      DispatchCall.abort(call, code);
    };
    const reportLate = ({ detail, ...outcome }: LateOutcome): void => {
      const shown = detail === undefined ? {} : { detail: hideSecrets(detail) };
      state.reportLate({ ...describeCall(call, resolved, state), ...outcome, ...shown });
    };

    const fail = (error: unknown): void => {
      const result: DispatchResult = { ok: false, gate: refuseFailure(error, call) };
      if (!isAnswered) {
        answer(result);
        return;
      }
      settleLate(result);
      reportLate({ ok: false, runId: call.runId, detail: describeError(error) });
    };

    const watchLimits = (): (() => void) => {
      const { ms, code } = chooseLimit(call, resolved, state);
      const cancelTimer = state.timer(() => giveUp(code), ms);
      const offStop = state.stopSwitch.onStop(() => giveUp("server_stopping"));
      // The dispatch may be past the point of no return, so its outcome is awaited and recorded.
      const offGone = request.onGone?.(() => DispatchCall.abort(call, "client_closed"));
      // A client that disconnected earlier causes no further call of the listener.
      if (request.isGone()) DispatchCall.abort(call, "client_closed");
      return () => {
        cancelTimer();
        offStop();
        offGone?.();
      };
    };

    Promise.resolve(receipt)
      .then((received) => {
        if (!isAnswered) {
          answer(accept(received));
          return;
        }
        settleLate(accept(received));
        reportLate({ ok: true, runId: received?.runId ?? call.runId });
      })
      .catch(fail)
      .then(state.activity.end);
    // One turn later: an `async` dispatch that awaits nothing needs no timer.
    Promise.resolve()
      .then(() => {
        if (!isAnswered) disarm = watchLimits();
      })
      .catch(fail);
  });
}

/** If two limits end together, the batch limit counts, so that the answer has the finished elements. */
function chooseLimit(
  call: DispatchCall,
  { deadline }: Resolved,
  { clock, requestTimeoutMs, dispatchTimeoutMs }: IngressState,
): { readonly ms: number; readonly code: "dispatch_timeout" | "batch_timeout" } {
  const leftMs = Math.max(1, Math.min(requestTimeoutMs, deadline - clock()));
  if (DispatchCall.isPart(call) && leftMs <= dispatchTimeoutMs) {
    return { ms: leftMs, code: "batch_timeout" };
  }
  return { ms: Math.min(leftMs, dispatchTimeoutMs), code: "dispatch_timeout" };
}

/** A dispatch that fails because its sender disconnected is not a failure of the gateway. */
function refuseFailure(error: unknown, call: DispatchCall): GateRefusal {
  if (DispatchCall.abortCodeOf(call) !== "client_closed") return refuseRejection(error);
  return refuse({ ...CLIENT_CLOSED.refusal, detail: describeError(error) });
}

function describeCall(
  { mappingId, index }: DispatchCall,
  { proved: { route, receivedAt } }: Resolved,
  { clock }: IngressState,
): Omit<LateDispatch, "ok" | "runId" | "detail"> {
  return {
    receivedAt,
    durationMs: clock() - receivedAt,
    name: shortName(route.name),
    ...(mappingId !== undefined && { mappingId }),
    ...(index !== undefined && { index }),
  };
}

const NOT_TAKEN = "The gateway could not accept the action; try again.";

/** No known sender repeats an event after a longer pause. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** The text of the error is for the operator. The sender gets only its code and its pause. */
function refuseRejection(error: unknown): GateRefusal {
  const { code, retryAfterSeconds } = readRejection(error);
  const detail = describeError(error);
  const refusal = createRefusal("dispatch_failed", NOT_TAKEN, { detail });
  const headers =
    retryAfterSeconds === undefined ? undefined : { "retry-after": String(retryAfterSeconds) };
  return refuse({ ...refusal, ...(code !== undefined && { code }) }, headers);
}

interface ReadRejection {
  readonly code: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

/** Error codes of the system are in capitals, and those of libraries may reveal internals. */
const CODE = /^[a-z][a-z0-9_]{0,63}$/;

function readRejection(error: unknown): ReadRejection {
  const { code, retryAfterSeconds } = (error ?? {}) as DispatchRejection;
  const seconds =
    typeof retryAfterSeconds === "number" && retryAfterSeconds >= 0
      ? Math.min(MAX_RETRY_AFTER_SECONDS, Math.ceil(retryAfterSeconds))
      : undefined;
  return {
    code: typeof code === "string" && CODE.test(code) && mayName(code) ? code : undefined,
    retryAfterSeconds: seconds,
  };
}

/** This answer is a 503, so codes of the table that have another status are not used. */
function mayName(code: string): boolean {
  const status = statusFromCode(code);
  return status === undefined || status === 503;
}

/**
 * Dispatches the elements one after the other, in the order of the list. If the gateway stops accepting those
 * of a mapping, the sender gets a 503 and tries again: a repeated element can be recognized, a lost one
 * cannot. Elements for which no time is left get a result of their own, so that only they are sent again.
 * With `continue`, every mapping gets the event, whatever became of the others.
 */
export async function dispatchBatch(
  batch: BatchResolution,
  resolved: Resolved,
  state: ServingState,
): Promise<IngressAnswer> {
  const { claimed, proved } = resolved;
  const { notes } = proved.log;
  noteElements(batch, notes);
  // All begin before the first dispatch: what is known of a mapping is kept if one before it fails.
  const groups = groupByMapping(batch).map((group) => ({
    ...group,
    before: claimed?.begin(group.mappingId) ?? NONE,
  }));
  // One limit for all elements: each may use what is left of it.
  const deadline = Math.min(resolved.deadline, state.clock() + state.requestTimeoutMs);
  const limited = { ...resolved, deadline };
  const results: ElementAnswer[] = [];
  notes.dispatched = 0;
  notes.refused = 0;
  notes.skipped = batch.skipped;
  let failed: FailedDispatch | undefined;
  let tooOften: Gate;
  for (const group of groups) {
    if (batch.mappingIds === undefined) {
      failed = await dispatchElements(group, limited, state, results);
      continue;
    }
    const mapping = state.hooks.mapping(group.mappingId);
    const ofMapping = { ...limited, mapping };
    const refused = await checkGroupRate(group, ofMapping, state);
    tooOften ??= refused;
    const rated = { ...group, tooOften: refused };
    const failure = await dispatchElements(rated, ofMapping, state, results);
    failed ??= failure;
  }
  if (failed !== undefined) {
    if (failed.runId !== undefined) notes.runId = failed.runId;
    return answerGate(failed.gate, notes);
  }
  if (tooOften !== undefined && notes.dispatched + (notes.repeats ?? 0) === 0) {
    return answerGate(tooOften, notes);
  }
  return answerResults(results, batch, resolved);
}

const NONE: ReadonlyMap<number, ElementAnswer> = new Map();

interface MappingElements {
  readonly mappingId: string;
  /** Whether other mappings get the event, too. */
  readonly isOneOf: boolean;
  readonly elements: readonly BatchElement[];
}

interface BatchElement extends Pick<ElementResolution, "resolution"> {
  /** The index in the answer. */
  readonly position: number;
  /** The index in the list of its mapping; undefined without a list. */
  readonly index: number | undefined;
  /** What tells it from the other actions of its request. */
  readonly part: string;
}

interface BegunElements extends MappingElements {
  /** The results of an earlier attempt, by index in the list; index 0 without a list. */
  readonly before: ReadonlyMap<number, ElementAnswer>;
  /** The rate limit of the mapping refuses what was not done before. */
  readonly tooOften?: Gate;
}

function groupByMapping({
  elements,
  mappingId,
  mappingIds,
}: BatchResolution): readonly MappingElements[] {
  if (mappingIds === undefined) {
    const own = elements.map(({ index, resolution }) => {
      return { position: index, index, part: String(index), resolution };
    });
    return [{ mappingId, isOneOf: false, elements: own }];
  }
  const byId = new Map(mappingIds.map((id): [string, BatchElement[]] => [id, []]));
  for (const { index: position, element, resolution } of elements) {
    const id = resolution.mappingId as string;
    const part = `${element ?? ""}#${id}`;
    byId.get(id)?.push({ position, index: element, part, resolution });
  }
  return [...byId].map(([id, own]) => ({ mappingId: id, isOneOf: true, elements: own }));
}

/** What an earlier attempt did is not counted again. */
async function checkGroupRate(
  { mappingId, elements, before }: BegunElements,
  { mapping, proved }: Resolved,
  state: IngressState,
): Promise<Gate> {
  const isAsked = elements.some(
    ({ index = 0, resolution }) => resolution.outcome === "action" && !before.has(index),
  );
  if (mapping?.rateLimit === undefined || !isAsked) return undefined;
  return checkRate(mapping.rateLimit, mappingId, proved, state);
}

/** Adds the results of one mapping, up to the first element that the gateway did not accept, which is returned. */
async function dispatchElements(
  group: BegunElements,
  resolved: Resolved,
  state: IngressState,
  results: ElementAnswer[],
): Promise<FailedDispatch | undefined> {
  for (const element of group.elements) {
    const reported = await reportElement(element, group, resolved, state);
    if (reported === undefined) continue;
    if ("gate" in reported) return reported;
    results.push({ ...reported, index: element.position });
  }
  return undefined;
}

/** Undefined if there is nothing to do for the element. */
async function reportElement(
  { position, index, part, resolution }: BatchElement,
  { mappingId, isOneOf, before, tooOften }: BegunElements,
  resolved: Resolved,
  state: IngressState,
): Promise<ElementAnswer | FailedDispatch | undefined> {
  const { notes } = resolved.proved.log;
  if (resolution.outcome === "handled" || resolution.outcome === "skipped") return undefined;
  if (resolution.outcome === "refused") return refuseElement(position, resolution.refusal, notes);
  const known = before.get(index ?? 0);
  if (known !== undefined) {
    countRepeat(notes);
    return known;
  }
  if (tooOften !== undefined) return refuseElement(position, tooOften.refusal, notes);
  return takeElement({ ...resolution, mappingId, index, part, isOneOf }, resolved, state);
}

type Refused = GateRefusal["refusal"];

function refuseElement(
  index: number,
  { message: error, code }: Refused,
  notes: RequestNotes,
): ElementAnswer {
  notes.refused = (notes.refused as number) + 1;
  return { index, ok: false, error, code };
}

/** Counts the element in the notes and, under a claim, keeps its result for the next attempt at the batch. */
async function takeElement(
  order: ElementOrder,
  resolved: Resolved,
  state: IngressState,
): Promise<ElementAnswer | FailedDispatch> {
  const { claimed, proved } = resolved;
  const { notes } = proved.log;
  const { mappingId, index = 0, action } = order;
  const done = await dispatchElement(order, resolved, state);
  if (done.ok) {
    if (done.isRepeat) countRepeat(notes);
    else notes.dispatched = (notes.dispatched as number) + 1;
    const result = answerDispatched(index, action, done.runId);
    claimed?.add(mappingId, result);
    return result;
  }
  if (done.late !== undefined) awaitLate(done.late, order, claimed);
  if (done.gate.refusal.code !== "batch_timeout") return done;
  notes.timedOut = (notes.timedOut ?? 0) + 1;
  return { index, ok: false, error: TIMED_OUT, code: "batch_timeout" };
}

interface ElementOrder extends DispatchOrder {
  readonly mappingId: string;
}

function awaitLate(
  late: Promise<DispatchResult>,
  { mappingId, index = 0, action }: ElementOrder,
  claimed: ClaimedRequest | undefined,
): void {
  claimed?.addLate(
    late.then((result) => {
      if (result.ok) claimed.add(mappingId, answerDispatched(index, action, result.runId));
      return undefined;
    }),
  );
}

function countRepeat(notes: RequestNotes): void {
  notes.repeats = (notes.repeats ?? 0) + 1;
}

/** A sender that disconnected will send the whole batch again. */
async function dispatchElement(
  order: DispatchOrder,
  resolved: Resolved,
  state: IngressState,
): Promise<DispatchResult> {
  const { deadline, proved } = resolved;
  if (proved.request.isGone()) return { ok: false, gate: CLIENT_CLOSED };
  if (proved.log.notes.timedOut !== undefined || state.clock() >= deadline) {
    return { ok: false, gate: refuseDispatch("batch_timeout") };
  }
  return dispatchAction(order, resolved, state);
}

/** Also for the element in progress at the time limit: whether the gateway accepts it is not known yet. */
const TIMED_OUT = "The time for this batch was over before the gateway accepted this element.";

function answerResults(
  results: readonly ElementAnswer[],
  { elements, skipped }: BatchResolution,
  { proved, mapping, bodyWarning }: Resolved,
): IngressAnswer {
  const { notes } = proved.log;
  const ownAnswer = mapping?.answer;
  if (results.length === 0) return replaceAnswer(NOTHING_TO_DO, ownAnswer);
  const { dispatched = 0, repeats = 0, timedOut = 0 } = notes;
  if (timedOut > 0 && dispatched + repeats === 0) {
    return answerGate(refuseDispatch("batch_timeout"), notes);
  }
  const body = {
    ok: true,
    results,
    ...(skipped > 0 && { skipped }),
    ...(bodyWarning !== undefined && { warnings: [bodyWarning] }),
  };
  const answer = jsonAnswer(statusOf(elements), body);
  if (repeats === 0 || dispatched > 0) return replaceAnswer(answer, ownAnswer);
  notes.dedupe = "replayed";
  return replaceAnswer(markReplayed(answer), ownAnswer);
}

function answerDispatched(index: number, action: Action, runId: string | undefined): ElementAnswer {
  if (action.kind === "wake") return { index, ok: true, mode: action.mode };
  if (action.kind === "deliver") return { index, ok: true, delivery: runId };
  return { index, ok: true, runId };
}

/** As for a single action: 202 if something was begun whose end nobody waits for, else 200. */
function statusOf(elements: readonly ElementResolution[]): number {
  const begins = elements.some(
    ({ resolution }) => resolution.outcome === "action" && resolution.action.kind !== "wake",
  );
  return begins ? 202 : 200;
}

/** Each note once: a batch has up to 200 elements, and a record has one line. */
function noteElements(batch: BatchResolution, notes: RequestNotes): void {
  const sentences = new Set<string>();
  let emptyExpressions = 0;
  for (const { resolution } of batch.elements) {
    if (resolution.outcome !== "action") continue;
    for (const note of resolution.notes ?? []) sentences.add(note);
    emptyExpressions += resolution.emptyExpressions ?? 0;
  }
  if (emptyExpressions > 0) notes.emptyExpressions = emptyExpressions;
  const reported = [...describeRefusals(batch), ...sentences];
  if (reported.length > 0) notes.detail = reported.join(" ");
}

/** Only the first refusal of each mapping. */
function describeRefusals({ elements, mappingIds }: BatchResolution): Iterable<string> {
  const refusals = new Map<string, string>();
  for (const { index, element, resolution } of elements) {
    if (resolution.outcome !== "refused") continue;
    const { mappingId = "", refusal } = resolution;
    const { code, message, detail = message } = refusal;
    const what = mappingIds ? nameElement(mappingId, element) : `Element ${index}`;
    const known = refusals.get(mappingId);
    refusals.set(mappingId, known ?? `${what} is refused (${code}): ${detail}`);
  }
  return refusals.values();
}

function nameElement(mappingId: string, element: number | undefined): string {
  const mapping = `mapping "${mappingId}"`;
  return element === undefined ? `The ${mapping}` : `Element ${element} of the ${mapping}`;
}
