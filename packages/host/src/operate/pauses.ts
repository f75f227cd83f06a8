// What an operator pauses and resumes: mappings, channels and the runner, and how much waits for each.
import type { EngineState } from "../engine/state.ts";
import { channelIdOf } from "../model/channel.ts";
import { PAUSE_KINDS, PAUSED_BY_OPERATOR, type PauseKind } from "../model/pauses.ts";
import { type OperateResult, refuse } from "./operate-result.ts";

/** What is paused by an operator, until it is resumed. */
export interface PauseItem {
  readonly kind: PauseKind;
  readonly id: string;
  readonly since: number;
  /** Runs, events and deliveries that wait for it. */
  readonly waiting: number;
}

/** A mapping of which as many runs are at work as its `maxConcurrent` allows. */
export interface LimitItem {
  readonly mappingId: string;
  readonly maxConcurrent: number;
  readonly running: number;
  readonly waiting: number;
}

/** A mapping, a channel or a runner. */
export interface PauseTarget {
  readonly kind: PauseKind;
  readonly id: string;
}

type Work = Pick<EngineState, "ledger" | "live" | "pauses">;

export async function listPauses({ ledger, pauses }: Work): Promise<PauseItem[]> {
  const all = pauses.list();
  if (all.length === 0) return [];
  const mappings = all.filter(({ kind }) => kind === "mapping").map(({ id }) => id);
  const [parked, counts] = await Promise.all([ledger.parked(new Set(mappings)), ledger.counts()]);
  const { runs, waitingEvents, waitingDeliveries } = counts;
  const waitingOf = {
    mapping: (id: string) => parked.find(({ mappingId }) => mappingId === id)?.waiting ?? 0,
    channel: (id: string) => waitingDeliveries.get(id)?.count ?? 0,
    runner: () => runs.queued + runs.failed + waitingEvents,
  };
  return all.map(({ kind, id, at: since }) => ({ kind, id, since, waiting: waitingOf[kind](id) }));
}

export async function listLimits({ ledger, live }: Work): Promise<LimitItem[]> {
  const limits = live.settings.mappingLimits;
  const parked = await ledger.parked(new Set(limits.keys()));
  return parked.map((one) => ({ ...one, maxConcurrent: limits.get(one.mappingId) ?? 0 }));
}

/** What the engine does beside the store when something is paused or resumed. */
export interface PauseParts {
  /** Resumes what the host itself has paused, because a platform or a service refused its credential. */
  readonly resumeChannel: (id: string) => boolean;
  readonly resumeRunner: (id: string) => boolean;
}

export async function pause(target: PauseTarget, state: EngineState): Promise<OperateResult> {
  const found = findTarget(target, state);
  if (!found.ok) return found;
  await state.pauses.add(found.target);
  note(found.target, "paused", state);
  return { ok: true };
}

/** Resumes what an operator has paused, and what the host itself has. */
export async function resume(
  target: PauseTarget,
  state: EngineState,
  { resumeChannel, resumeRunner }: PauseParts,
): Promise<OperateResult> {
  const { kind, id } = spelled(target);
  const wasPaused = PAUSE_KINDS.includes(kind) && (await state.pauses.remove({ kind, id }));
  if (wasPaused) note({ kind, id }, "resumed", state);
  const others = { mapping: () => false, channel: resumeChannel, runner: resumeRunner };
  if (others[kind]?.(id) || wasPaused) {
    state.wake();
    return { ok: true };
  }
  return refuse(
    "not_paused",
    `The ${kind} "${id}" is not paused. \`hookwright status\` lists what is.`,
  );
}

function spelled({ kind, id }: PauseTarget): PauseTarget {
  return { kind, id: kind === "channel" ? channelIdOf(id) : id.trim() };
}

/** Without a running host, nobody knows what there is: a pause of something else has no effect. */
function findTarget(
  written: PauseTarget,
  { live, phase }: EngineState,
): OperateResult<{ readonly target: PauseTarget }> {
  const target = spelled(written);
  const { kind, id } = target;
  if (!PAUSE_KINDS.includes(kind) || id === "") {
    return refuse("input_invalid", "A pause names a mapping, a channel or a runner by its id.");
  }
  const { mappingIds } = live.settings;
  const known = {
    mapping: mappingIds,
    channel: new Set(live.channels.keys()),
    runner: new Set([live.runner.id]),
  }[kind];
  if (phase !== "running" || known.size === 0 || known.has(id)) return { ok: true, target };
  return refuse("not_found", `There is no ${kind} "${id}". Known: ${[...known].join(", ")}.`);
}

function note({ kind, id }: PauseTarget, to: "paused" | "resumed", state: EngineState): void {
  const base = {
    at: state.clock(),
    state: to,
    ...(to === "paused" && { code: PAUSED_BY_OPERATOR }),
  };
  if (kind === "mapping") state.observer({ kind, mappingId: id, ...base });
  else if (kind === "channel") state.observer({ kind, channel: id, ...base });
  else state.observer({ kind, runner: id, ...base });
  state.wake();
}
