// What senders, runner and platform saw of joined events → in how many runs each event was, and what is wrong.

/**
 * @typedef {{ key: string, runId: string, at: number }} Event
 * @typedef {{ seconds: number, maxSeconds: number, limit: number, speed: number }} Window
 */

/**
 * `begun`: when the first turn of each run began; `kills`: when the host was killed.
 *
 * @param {{
 *   events: readonly Event[], list: any, observed: any, begun: ReadonlyMap<string, number>,
 *   kills: readonly number[], window: Window,
 * }} seen
 */
export function checkBursts({ events, list, observed, begun, kills, window }) {
  const turns = textsByRun(observed.turns);
  const runsOf = events.map(() => /** @type {string[]} */ ([]));
  for (const [id, [first = []]] of turns) {
    for (const number of first) runsOf[number]?.push(id);
  }
  const numbersWhere = (/** @type {(ids: string[], event: Event) => boolean} */ isOne) =>
    events.filter((event, number) => isOne(runsOf[number] ?? [], event)).length;
  const interrupted = [...turns].filter(([, all]) => all.length > 1).map(([id]) => id);
  const answers = observed.firstShown.filter((/** @type {any} */ { to }) => to !== "all");
  const types = observed.firstShown
    .filter((/** @type {any} */ { to }) => to === "all")
    .map((/** @type {any} */ { text }) => JSON.parse(text).type);
  const countOf = (/** @type {string} */ type) =>
    types.filter((/** @type {string} */ one) => one === type).length;
  const doneRuns = list.runs.filter((/** @type {any} */ { state }) => state === "done").length;
  // What is interrupted twice may be what ends the process, so that it is not called a third time.
  const crashed = list.runs.filter((/** @type {any} */ { code }) => code === "crashed").length;
  const unsent = list.deliveries.filter(
    (/** @type {any} */ { channel, state }) => channel === "host.notify" && state === "dead",
  );
  const facts = ["run.completed", "run.dead", "delivery.sent"].map(countOf);
  const missing = turns.size + answers.length - unsent.length - facts.reduce((a, b) => a + b, 0);
  const twice = [...observed.shown].filter(([, count]) => count > 1);
  const wrong = {
    "events in no run": numbersWhere((ids) => ids.length === 0),
    "events in two runs": numbersWhere((ids) => ids.length > 1),
    "events in another run than their answer named": numbersWhere(
      (ids, { runId }) => ids.length === 1 && ids[0] !== runId,
    ),
    "runs with events out of order, of two keys, or with other texts when called again": [
      ...turns.values(),
    ].filter((all) => isWrong(all, events)).length,
    "events of a key that came back to an earlier run": countReturned(events),
    "runs that are neither done nor were interrupted twice": turns.size - doneRuns - crashed,
    "messages shown twice and not cut off by a kill": twice.filter(
      ([key]) => !observed.cutOff.has(key),
    ).length,
    "runs without an answer at the platform": doneRuns - answers.length,
    "lifecycle events that are neither shown nor dead": missing,
  };
  const broken = Object.entries(wrong).flatMap(([name, count]) =>
    count === 0 ? [] : [`${name}: ${count}`],
  );
  return {
    rows: {
      runs: turns.size,
      ...wrong,
      "runs that were called, interrupted and called again": interrupted.length,
      "of them interrupted twice, which ends a run": crashed,
      "messages shown twice": twice.length,
      "lifecycle events: run.completed, run.dead, delivery.sent, dead": `${facts.join(", ")}, ${[
        unsent.length,
        ...new Set(unsent.map((/** @type {any} */ { code }) => code)),
      ].join(" ")}`,
      "begun after the end of the window, without a kill between (ms of the machine): 50 %, 95 %, most":
        lateness({ events, begun, kills, window }),
    },
    interrupted,
    broken,
  };
}

/** The numbers in each turn of each run. */
function textsByRun(turns) {
  /** @type {Map<string, number[][]>} */
  const byRun = new Map();
  for (const { id, reason, message } of turns) {
    if (reason !== "run") continue;
    const numbers = [...message.matchAll(/Event (\d+)\./g)].map(([, number]) => Number(number));
    byRun.set(id, [...(byRun.get(id) ?? []), numbers]);
  }
  return byRun;
}

/** @param {number[][]} all @param {readonly Event[]} events */
function isWrong([first = [], ...again], events) {
  const keys = new Set(first.map((number) => events[number]?.key));
  const isUnordered = first.some((number, at) => number <= (first[at - 1] ?? -1));
  return keys.size !== 1 || isUnordered || again.some((one) => one.join() !== first.join());
}

/** The windows of one key follow each other. @param {readonly Event[]} events */
function countReturned(events) {
  /** @type {Map<string, { current: string, ended: Set<string> }>} */
  const byKey = new Map();
  let returned = 0;
  for (const { key, runId } of events) {
    const state = byKey.get(key) ?? { current: runId, ended: new Set() };
    if (state.ended.has(runId)) returned += 1;
    if (state.current !== runId) state.ended.add(state.current);
    state.current = runId;
    byKey.set(key, state);
  }
  return returned;
}

function lateness({ events, begun, kills, window }) {
  const { seconds, maxSeconds, limit, speed } = window;
  /** @type {Map<string, number[]>} */
  const timesOf = new Map();
  for (const { runId, at } of events) timesOf.set(runId, [...(timesOf.get(runId) ?? []), at]);
  const late = [...timesOf].flatMap(([id, times]) => {
    const first = Math.min(...times);
    const last = Math.max(...times);
    const at = begun.get(id) ?? Number.NaN;
    const wait = Math.min(last + (seconds * 1_000) / speed, first + (maxSeconds * 1_000) / speed);
    const isCut = kills.some((kill) => kill >= last && kill <= at);
    return isCut ? [] : [at - (times.length >= limit ? last : wait)];
  });
  const sorted = late.sort((one, other) => one - other);
  const of = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return `${of(0.5)}, ${of(0.95)}, ${of(1)} (${sorted.length} runs)`;
}
