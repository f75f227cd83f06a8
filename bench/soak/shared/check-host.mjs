// What was sent to a host, what its store says in the end, and what runner and platform counted → which rules
// were kept: nothing lost, nothing twice that the rules do not allow, order per key.

/**
 * @param {{ sent: readonly import("./restarted-host.mjs").Sent[], list: any, observed: any }} found
 * @returns {{ rows: Record<string, unknown>, broken: string[] }}
 */
export function checkHost({ sent, list, observed }) {
  const runs = new Map(list.runs.map((run) => [run.id, run]));
  const accepted = sent.filter(({ kind }) => kind === "run");
  const wakes = sent.filter(({ kind }) => kind === "wake");
  const starts = countBy(observed.turns, ({ id }) => id);
  const inHistory = countBy(list.turns, ({ turnId }) => turnId);
  const summaries = countBy(
    list.events.filter(({ origin }) => origin === "run"),
    ({ runId }) => runId,
  );
  const delivered = countBy(
    list.deliveries.filter(({ runId }) => runId !== undefined),
    ({ runId }) => runId,
  );
  const texts = new Set(
    list.events.filter(({ state }) => state === "done").map(({ text }) => text),
  );
  const done = accepted.filter(({ runId }) => runs.get(runId)?.state === "done");
  const crashed = accepted.filter(({ runId }) => runs.get(runId)?.code === "crashed");
  const parts = checkParts(list.deliveries, observed);

  const rules = {
    "accepted runs that are not in the store": count(accepted, ({ runId }) => !runs.has(runId)),
    "runs in the store that nobody sent": runs.size - accepted.length,
    "runs that have not ended": count(list.runs, ({ endedAt }) => endedAt === undefined),
    "runs that ended neither done nor interrupted twice":
      accepted.length - done.length - crashed.length,
    "runs done without a turn, or with more than one turn and one interruption": count(
      done,
      ({ runId }) => !(starts.get(runId) >= 1 && starts.get(runId) <= 2),
    ),
    "runs that are not once in their history": count(
      accepted,
      ({ runId }) => inHistory.get(runId) !== 1,
    ),
    "runs without exactly one summary": count(accepted, ({ runId }) => summaries.get(runId) !== 1),
    "done runs without exactly one delivery": count(
      done,
      ({ runId }) => delivered.get(runId) !== 1,
    ),
    "wakes that no turn took": count(wakes, ({ number }) => !texts.has(`Action ${number}.`)),
    "turns of one session at the same time": observed.overlaps,
    "keys out of order": keysOutOfOrder(accepted, observed.turns),
    "deliveries out of order for their recipient": recipientsOutOfOrder(list.deliveries, observed),
    ...parts.rules,
  };
  return {
    rows: {
      "runs, wakes, deliveries": `${accepted.length}, ${wakes.length}, ${list.deliveries.length}`,
      "starts, turns": `${observed.starts}, ${observed.turns.length}`,
      "runs interrupted twice (dead, crashed)": crashed.length,
      "warnings of the host": observed.warnings.length,
      ...parts.rows,
      ...rules,
    },
    broken: Object.entries(rules).flatMap(([name, value]) =>
      value === 0 ? [] : [`${value} ${name}`],
    ),
  };
}

/** Once, unless the outcome was unknown; then once more at most, or held with that code. */
function checkParts(deliveries, { shown, cutOff }) {
  const fates = countBy(
    deliveries.flatMap((delivery) =>
      Array.from({ length: delivery.parts }, (_, index) => `${delivery.id}/${index + 1}`).map(
        (key) => fateOf(delivery, shown.get(key) ?? 0, cutOff.has(key)),
      ),
    ),
    (fate) => fate,
  );
  const of = (fate) => fates.get(fate) ?? 0;
  return {
    rows: {
      "parts shown once, twice, held with unknown_outcome": `${of("once")}, ${of("twice")}, ${of("held")}`,
    },
    rules: {
      "parts that were lost": of("lost"),
      "parts shown more than twice": of("too often"),
      "parts shown twice although their outcome was known": of("unexplained"),
    },
  };
}

function fateOf({ state, code }, times, isCutOff) {
  if (times > 2) return "too often";
  if (times === 2) return isCutOff ? "twice" : "unexplained";
  if (times === 1) return "once";
  return state === "dead" && code === "unknown_outcome" ? "held" : "lost";
}

/** The first turns of the runs of a key, in the order in which the runs were accepted. */
function keysOutOfOrder(accepted, turns) {
  const firstStart = new Map();
  for (const [index, { id }] of turns.entries()) {
    if (!firstStart.has(id)) firstStart.set(id, index);
  }
  const last = new Map();
  let wrong = 0;
  for (const { key, runId } of accepted) {
    const start = firstStart.get(runId);
    if (start === undefined) continue;
    if (start < (last.get(key) ?? -1)) wrong += 1;
    last.set(key, start);
  }
  return wrong;
}

/** The lists of the host begin with the newest. */
function recipientsOutOfOrder(deliveries, { firstShown }) {
  const place = new Map(deliveries.map(({ id }, index) => [id, deliveries.length - index]));
  const last = new Map();
  let wrong = 0;
  for (const { key, to } of firstShown) {
    const own = place.get(key.split("/")[0]);
    if (own < (last.get(to) ?? 0)) wrong += 1;
    last.set(to, own);
  }
  return wrong;
}

function countBy(items, keyOf) {
  const counts = new Map();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

function count(items, isWrong) {
  return items.filter(isWrong).length;
}
