// Work at two sizes, in a process of its own → that its time grows with the size, and no faster.
//
// No count of steps can tell where the time goes into expressions, whose steps nothing counts. The processor's time of
// a process does not grow while others have the processor, and only one thread of the process works. What still
// disturbs a measurement (caches, memory that is cleared) makes it longer and never shorter, so the least of several
// counts. A size 16 times as large takes 16 times as long if the time is linear, and 256 times if it is quadratic: the
// bounds between them leave a factor of five to the one, and of three to the other.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { expect } from "vitest";

/** In microseconds of the processor, by the name of what is measured. */
export type StepTimes = Readonly<Record<string, number>>;

export interface Worker {
  /** Of the work with this index, at this size. */
  readonly measure: (index: number, size: number) => Promise<StepTimes>;
  /** Also while it works. */
  readonly end: () => void;
}

/** `script` gets `{ index, size }` as a message, and answers with the times of its steps. */
export function startWorker(script: URL, args: readonly string[]): Worker {
  let child: ChildProcess | undefined;
  return {
    measure: async (index, size) => {
      child ??= fork(script, args, { execArgv: ["--single-threaded"] });
      const answer = once(child, "message");
      child.send({ index, size });
      const [times] = await answer;
      return times as StepTimes;
    },
    end: () => {
      child?.kill("SIGKILL");
      child = undefined;
    },
  };
}

/** The middle size finds out what would take minutes at the large one: it stops what is cubic. */
const [MIDDLE, LARGE] = [4, 16];

/** Linear is 4, quadratic 16, cubic 64. */
const MOST_TO_MIDDLE = 30;

/** Linear is 16, quadratic 256. */
const MOST_TO_LARGE = 80;

/**
 * From the middle to the large size: linear is 4, quadratic 16. What fits in the caches at the small size alone is
 * slower by a factor at both of the others, and only that.
 */
const MOST_FROM_MIDDLE = 10;

const TRIES = 5;

/** What takes less at the small size is too short for the clock of a process. */
const LEAST_MICROSECONDS = 1_500;

/** Asserts that the time of each step is linear in the size, from `size` to 16 times of it. */
export async function expectLinearTime(
  measure: (size: number) => Promise<StepTimes>,
  size: number,
): Promise<void> {
  // The first one is slower than the others, as nothing is compiled to machine code yet.
  await measure(size);
  let small = await measure(size);
  let middle = await measure(size * MIDDLE);
  for (let tries = 1; tries < TRIES && growth(small, middle) > MOST_TO_MIDDLE; tries++) {
    small = least(small, await measure(size));
    middle = least(middle, await measure(size * MIDDLE));
  }
  expect(growth(small, middle), describe({ size, small, middle })).toBeLessThanOrEqual(
    MOST_TO_MIDDLE,
  );
  let large = await measure(size * LARGE);
  const isLinear = () =>
    growth(small, large) <= MOST_TO_LARGE || growth(middle, large) <= MOST_FROM_MIDDLE;
  for (let tries = 1; tries < TRIES && !isLinear(); tries++) {
    small = least(small, await measure(size));
    middle = least(middle, await measure(size * MIDDLE));
    large = least(large, await measure(size * LARGE));
  }
  expect(isLinear(), describe({ size, small, middle, large })).toBe(true);
}

function describe(times: object): string {
  return `grows faster than the size: ${JSON.stringify(times)}`;
}

/** Of the step that grows most. */
function growth(small: StepTimes, large: StepTimes): number {
  const ratios = Object.entries(large).map(
    ([step, time]) => time / Math.max(small[step] ?? 0, LEAST_MICROSECONDS),
  );
  return Math.max(...ratios);
}

function least(one: StepTimes, other: StepTimes): StepTimes {
  return Object.fromEntries(
    Object.entries(one).map(([step, time]) => [step, Math.min(time, other[step] ?? time)]),
  );
}
