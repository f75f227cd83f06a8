// An accepted request that waits for its run, or a request for the state of a run → the answer with what became of it.

import { readOwn } from "@hookwright/base";
import { createRefusal, TOKEN_PROOF } from "../../model/index.ts";
import { answerGate, type GateRefusal, jsonAnswer, refuse } from "./answer.ts";
import { checkToken } from "./credentials.ts";
import type { DispatchSignal } from "./dispatch-call.ts";
import type { Arrived, Identified } from "./phases.ts";
import type { RequestNotes } from "./record.ts";
import type { IngressAnswer, IngressRequest } from "./request.ts";
import type { RunFacts } from "./runs-port.ts";
import type { IngressState, ServingState } from "./state.ts";
import { callStore } from "./store.ts";

/** Every supported runtime has this class. */
declare class AbortController {
  readonly signal: DispatchSignal;
  abort(): void;
}

/** A proxy seldom keeps a silent request for longer. */
const MAX_WAIT_SECONDS = 300;

/** Whether the sender wants to wait. The payload was validated if its event was accepted. */
export function asksForResult({ proved, payload }: Identified): boolean {
  return proved.route.name === "agent" && readOwn(payload, "waitForCompletion") === true;
}

/** For a server that carries no runs out. */
export const CANNOT_WAIT: GateRefusal = refuse(
  createRefusal(
    "completion_unavailable",
    'This server cannot wait for runs, because it carries none out: "hookwright serve --dispatch host" does.',
    {
      issues: [
        { path: "/waitForCompletion", message: '"waitForCompletion" needs --dispatch host.' },
      ],
    },
  ),
);

/** A caller whose request was accepted. Holds neither its body nor its payload, because it may wait for minutes. */
export interface Waiting {
  readonly request: Pick<IngressRequest, "isGone" | "onGone">;
  readonly notes: RequestNotes;
  readonly runId: string;
  readonly waitMs: number;
  readonly accepted: IngressAnswer;
}

/** Undefined for a request that was not accepted, or that does not wait. */
export function findWaiting(identified: Identified, accepted: IngressAnswer): Waiting | undefined {
  const { proved, payload } = identified;
  const { notes } = proved.log;
  const { runId } = notes;
  if (runId === undefined || accepted.status >= 300 || !asksForResult(identified)) return undefined;
  const written = readOwn(payload, "timeoutSeconds");
  const seconds = typeof written === "number" ? written : MAX_WAIT_SECONDS;
  const waitMs = Math.min(seconds, MAX_WAIT_SECONDS) * 1_000;
  return { request: proved.request, notes, runId, waitMs, accepted };
}

/** The answer with the end of the run, or undefined: the caller gets the one that its request was accepted. */
export async function awaitCompletion(
  { request, notes, runId, waitMs, accepted }: Waiting,
  state: ServingState,
): Promise<IngressAnswer | undefined> {
  const startedAt = state.clock();
  const facts = await waitForEnd(runId, { request, waitMs }, state);
  notes.waitMs = state.clock() - startedAt;
  if (facts === undefined) return undefined;
  const { warnings } = JSON.parse(accepted.body) as { readonly warnings?: readonly string[] };
  const body = { ...writeFacts(runId, facts), ...(warnings !== undefined && { warnings }) };
  return { ...jsonAnswer(200, body), headers: accepted.headers };
}

function waitForEnd(
  runId: string,
  { request, waitMs }: Pick<Waiting, "request" | "waitMs">,
  { completion, timer, stopSwitch, waitSwitch, warnCompletion }: IngressState,
): Promise<RunFacts | undefined> {
  const controller = new AbortController();
  return new Promise((resolve) => {
    const ends: (() => void)[] = [];
    const end = (facts?: RunFacts): void => {
      for (const disarm of ends.splice(0)) disarm();
      resolve(facts);
      controller.abort();
    };
    const giveUp = (): void => end();
    ends.push(timer(giveUp, waitMs), stopSwitch.onStop(giveUp));
    const offGone = request.onGone?.(giveUp);
    if (offGone !== undefined) ends.push(offGone);
    ends.push(waitSwitch.onEnd(giveUp));
    if (request.isGone()) giveUp();
    if (controller.signal.aborted) return;
    Promise.resolve()
      .then(() => completion?.wait(runId, controller.signal))
      .then(end, () => {
        warnCompletion();
        end();
      });
  });
}

function writeFacts(runId: string, { state, code, text, deliveries }: RunFacts): object {
  return {
    ok: true,
    runId,
    state,
    ...(code !== undefined && { code }),
    ...(text !== undefined && { text }),
    deliveries: deliveries.map(({ channel, state: of }) => ({ channel, state: of })),
  };
}

const RUNS = "runs/";

/** The id in `runs/<id>`, as the request has it; undefined for any other request, and where nothing knows of runs. */
export function findAskedRun(
  { request: { method }, route: { name } }: Arrived,
  { completion }: IngressState,
): string | undefined {
  if (completion === undefined || (method !== "GET" && method !== "HEAD")) return undefined;
  return name.startsWith(RUNS) ? name.slice(RUNS.length) : undefined;
}

/** 200, 401, 404, 429 or 503. Whoever has no right token learns nothing, not even whether there is such a run. */
export async function answerAskedRun(
  asked: string,
  arrived: Arrived,
  state: ServingState,
): Promise<IngressAnswer> {
  const { notes } = arrived.log;
  notes.lookup = "run";
  const refused = await checkToken(arrived, state);
  if (refused !== undefined) return unstored(answerGate(refused, notes));
  if (notes.credential === "query") state.warnQueryToken("runs");
  const runId = decodeId(asked);
  const find = state.completion?.find;
  const found = await callStore(
    () => (runId === undefined ? undefined : find?.(runId, TOKEN_PROOF)),
    {
      timer: state.timer,
    },
  );
  if (!found.ok) {
    notes.detail = found.detail;
    return unstored(answerGate(UNREADABLE, notes));
  }
  if (runId === undefined || found.value === undefined) return unstored(answerGate(NO_RUN, notes));
  notes.runId = runId;
  return unstored(jsonAnswer(200, writeFacts(runId, found.value)));
}

/** Longer than any id of ours. */
const MAX_ID_CHARACTERS = 256;

function decodeId(asked: string): string | undefined {
  if (asked.length > MAX_ID_CHARACTERS) return undefined;
  try {
    return decodeURIComponent(asked);
  } catch {
    return undefined;
  }
}

const NO_RUN = refuse(
  createRefusal("run_not_found", "There is no run of this id that came by these credentials."),
);

const UNREADABLE = refuse(
  createRefusal("run_unreadable", "The state of the run cannot be read now; ask again."),
);

/** The state changes, and a proxy must not hand it to others. */
function unstored(answer: IngressAnswer): IngressAnswer {
  return { ...answer, headers: { ...answer.headers, "cache-control": "no-store" } };
}
