// A clock and timers that stand still until they are moved on.

export function createFakeTime(start = Date.UTC(2026, 10, 21, 20, 30)) {
  let now = start;
  let order = 0;
  /** @type {Map<number, { dueAt: number, task: () => void }>} */
  const waiting = new Map();

  /** Promises, and the commits of the store. */
  async function settle() {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  function takeNext(end) {
    let next;
    for (const [id, { dueAt }] of waiting) {
      if (dueAt <= end && (next === undefined || dueAt < waiting.get(next).dueAt)) next = id;
    }
    const found = waiting.get(next);
    waiting.delete(next);
    return found;
  }

  return {
    clock: () => now,
    timer: (task, milliseconds) => {
      const id = order++;
      waiting.set(id, { dueAt: now + milliseconds, task });
      return () => void waiting.delete(id);
    },
    /** @param {number} milliseconds */
    async advance(milliseconds) {
      const end = now + milliseconds;
      await settle();
      for (let next = takeNext(end); next !== undefined; next = takeNext(end)) {
        now = Math.max(now, next.dueAt);
        next.task();
        await settle();
      }
      now = end;
    },
  };
}
