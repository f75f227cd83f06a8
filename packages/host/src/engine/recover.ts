// The unfinished work of the previous process → what becomes of it, and one event for each affected session.

import { retryDelayMs } from "@hookwright/node-kit/times";
import type { Effect } from "../model/effects.ts";
import type { Recovery } from "../model/ledger.ts";
import type { HeartbeatRecord, NewEvent, RunRecord } from "../model/records.ts";
import { commitEffects } from "./commit.ts";
import { type AfterSend, changeAfterSend } from "./deliveries/after-send.ts";
import {
  type DeliveryLoop,
  INTERRUPTED,
  notConfigured,
  triedAtOf,
} from "./deliveries/delivery-loop.ts";
import { forEachWaiting } from "./deliveries/paused-channels.ts";
import { effectsOfFailedRun, withRun } from "./effects.ts";
import type { StartRecord } from "./observe.ts";
import { type EngineState, senders } from "./state.ts";

/** A run that crashes the process must not do so forever. */
const MAX_INTERRUPTIONS = 2;

interface Recovering {
  readonly record: StartRecord;
  /** Resolves when all of it is stored: nothing may be claimed before. */
  readonly done: Promise<void>;
}

export async function recoverInterrupted(
  state: EngineState,
  deliveries: DeliveryLoop,
): Promise<Recovering> {
  const recovery = await state.ledger.recover();
  return {
    record: {
      kind: "start",
      at: state.clock(),
      queued: recovery.queued,
      interrupted: recovery.interruptedRuns.length + recovery.interruptedMainTurns.length,
      waitingEvents: recovery.waitingEvents,
      deliveries: recovery.deliveries,
      unknownOutcomes: recovery.unknownOutcomes.length,
    },
    done: takeUp(recovery, state, deliveries),
  };
}

async function takeUp(
  recovery: Recovery,
  state: EngineState,
  deliveries: DeliveryLoop,
): Promise<void> {
  const afterProgram = await createAfterProgram(state);
  for (const run of recovery.interruptedRuns) {
    await afterProgram(run.id, async () => {
      await commitEffects(effectsOfInterruptedRun(run, state), { run }, state);
    });
  }
  for (const turn of recovery.interruptedMainTurns) {
    await afterProgram(turn.turnId, async () => {
      await commitEffects(await effectsOfInterruptedTurn(turn, state), {}, state);
    });
  }
  const events = eventsOfInterruptions(recovery, state);
  if (events.length > 0) await commitEffects(events, {}, state);
  for (const delivery of recovery.unknownOutcomes) {
    await afterProgram(`${delivery.id}/${delivery.sentIds.length + 1}`, async () => {
      // In the background: answers may take minutes, and until then nothing else goes to that recipient.
      if (deliveries.resume(delivery)) return;
      const since = triedAtOf(delivery);
      const subject = await withRun(delivery, state);
      const { effects } = changeAfterSend({ ...subject, result: INTERRUPTED, since }, state);
      await commitEffects(effects, { delivery }, state);
    });
  }
  await endUnconfigured(state);
}

/** A killed process ends within milliseconds, unless it waits for a disk. */
const MAX_PROGRAMS_MS = 5_000;

/**
 * Does the work at once, or as soon as the program of that turn has ended. Until then the turn stays `running` in the
 * store, so that no other turn of its session begins.
 */
async function createAfterProgram(
  state: EngineState,
): Promise<(label: string, work: () => Promise<void>) => Promise<void>> {
  const alive = new Map<string, Promise<void>>();
  for (const { label, gone } of state.endLeftPrograms?.() ?? []) {
    alive.set(
      label,
      Promise.all([alive.get(label), gone]).then(() => void alive.delete(label)),
    );
  }
  if (alive.size > 0) await within(MAX_PROGRAMS_MS, Promise.all(alive.values()), state);
  return async (label, work) => {
    const gone = alive.get(label);
    if (gone === undefined) return work();
    state.warn(
      `A program of ${label}, which an earlier process has started, was killed and is still running. Its session waits for it: see \`ps\`.`,
    );
    void gone
      .then(() => (state.phase === "stopping" ? undefined : work()))
      .catch(state.reportDefect);
  };
}

function within(
  milliseconds: number,
  work: Promise<unknown>,
  { timer }: EngineState,
): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timer(resolve, milliseconds);
    void work.then(() => {
      cancel();
      resolve();
    });
  });
}

/** Deliveries of channels that were removed from the config would wait forever. */
export async function endUnconfigured(state: EngineState): Promise<void> {
  const channels = new Set(senders(state.live).keys());
  await forEachWaiting({ channels, others: true }, state, async (delivery) => {
    const { effects }: AfterSend = notConfigured(await withRun(delivery, state), state);
    await commitEffects(effects, { delivery }, state);
  });
}

/** One line for the operator. */
export function startToText(start: StartRecord): string {
  const { queued, interrupted, waitingEvents, deliveries, unknownOutcomes } = start;
  return `The store has ${queued} queued runs, ${interrupted} interrupted turns, ${waitingEvents} waiting events, ${deliveries} deliveries to send, and ${unknownOutcomes} whose outcome was unknown.`;
}

function effectsOfInterruptedRun(run: RunRecord, state: EngineState): readonly Effect[] {
  const at = state.clock();
  const base = { kind: "run", runId: run.id, state: "queued", at, dueAt: at } as const;
  // The runner was not called, so the run did nothing and cannot have crashed the process.
  if (run.calledAt === undefined) return [{ ...base, countAttempt: false }];
  const wasStopped = run.stopped === "now";
  if (!wasStopped && run.interruptions + 1 >= MAX_INTERRUPTIONS) {
    const message = `The process ended during run ${run.id}, twice. The run may be what ended it.`;
    return effectsOfFailedRun(run, { code: "crashed", message }, state);
  }
  if (state.live.settings.onInterrupted === "fail") {
    const message = `The process ended during run ${run.id}. See \`hookwright runs retry\`.`;
    return effectsOfFailedRun(run, { code: "interrupted", message }, state);
  }
  return [
    wasStopped ? { ...base, countAttempt: false, stopped: true } : { ...base, interrupted: true },
  ];
}

type InterruptedTurn = Recovery["interruptedMainTurns"][number];

/**
 * The wait before the next try prevents a crash loop. It counts from the first crash: if each one moved it, events would
 * wait for hours while the process ends every few seconds.
 */
async function effectsOfInterruptedTurn(
  { agentId, turnId, reason, startedAt }: InterruptedTurn,
  { ledger, clock }: EngineState,
): Promise<readonly Effect[]> {
  const heartbeats = await ledger.heartbeats();
  const at = clock();
  const before = heartbeats.find((heartbeat) => heartbeat.agentId === agentId);
  const record: HeartbeatRecord = {
    id: turnId,
    agentId,
    reason,
    startedAt,
    endedAt: at,
    outcome: "failed: interrupted",
    events: 0,
  };
  const pending = before?.retryAt;
  const isAhead = pending !== undefined && pending > startedAt && reason !== "retry";
  const keeps = reason === "prompt" || isAhead;
  const failures = (before?.failures ?? 0) + (keeps ? 0 : 1);
  const retryAt = keeps ? pending : at + retryDelayMs(failures);
  return [
    { kind: "events-back", turnId },
    { kind: "heartbeat", record, failures, ...(retryAt !== undefined && { retryAt }) },
  ];
}

const MAX_NAMED = 10;

/** Run ids and mapping ids are not text from outside. */
function eventsOfInterruptions(
  { interruptedRuns, interruptedMainTurns }: Recovery,
  { clock, randomId }: EngineState,
): readonly Effect[] {
  const byAgent = new Map<string, string[]>();
  const add = (agentId: string, text: string): void => {
    byAgent.set(agentId, [...(byAgent.get(agentId) ?? []), text]);
  };
  for (const { agentId, id, mappingId } of interruptedRuns) {
    add(agentId, `run ${id}${mappingId === undefined ? "" : ` of ${mappingId}`}`);
  }
  for (const { agentId, reason } of interruptedMainTurns) {
    add(agentId, reason === "prompt" ? "a message of the user" : "a heartbeat");
  }
  return [...byAgent].map(([agentId, turns]) => {
    const more = turns.length - MAX_NAMED;
    const named = turns.slice(0, MAX_NAMED).join(", ") + (more > 0 ? `, and ${more} more` : "");
    const text = `The process ended during these turns, so they may have done a part of their work: ${named}.`;
    const event: NewEvent = {
      id: randomId(),
      agentId,
      at: clock(),
      origin: "host",
      title: "Restart",
      parts: [{ kind: "trusted", text }],
      tainted: false,
    };
    return { kind: "event", event };
  });
}
