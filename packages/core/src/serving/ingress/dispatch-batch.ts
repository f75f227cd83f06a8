// The elements of a list, or the actions of several mappings → dispatched in order, and the answer made from their receipts.

import type { Action, BatchResolution, ElementResolution } from "../../model/index.ts";
import {
  answerGate,
  CLIENT_CLOSED,
  type Gate,
  type GateRefusal,
  jsonAnswer,
  markReplayed,
  NOTHING_TO_DO,
  refuseDispatch,
  replaceAnswer,
} from "./answer.ts";
import { checkRate } from "./check-rate.ts";
import {
  type DispatchOrder,
  type DispatchResult,
  dispatchAction,
  type FailedDispatch,
} from "./dispatch.ts";
import type { ClaimedRequest, ElementAnswer, Resolved } from "./phases.ts";
import type { RequestNotes } from "./record.ts";
import type { IngressAnswer } from "./request.ts";
import type { IngressState, ServingState } from "./state.ts";

/**
 * Dispatches the elements one after the other, in the order of the list. If the gateway stops accepting those
 * of a mapping, the sender gets a 503 and tries again: a repeated element can be recognized, a lost one
 * cannot. Elements for which no time is left get a result of their own, so that only they are sent again.
 * With `continue`, every mapping gets the event, even if another one fails.
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
