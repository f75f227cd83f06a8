// Configs of two sizes in shapes that are much work → the time until their problems are told grows with their size.
//
// The sizes are 15 and 150 kB; 5 and 50 kB for what takes half a second at 150 kB also where all is linear. What those
// take at 300 kB is told by soak/attacks/large-configs.mjs.
//
// No count of steps can tell: the time goes into expressions, whose steps nothing counts. So the processor's time of
// a process of its own is compared with itself, which a busy machine does not lengthen. Ten times the text takes
// ten times as long if the time is linear, and a hundred times if it is quadratic: a bound between the two leaves
// a factor of four, and a step that is over it is measured again.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { costlyConfigs } from "../../../bench/shared/costly/configs.mjs";

// Only a config that is not read in linear time needs so long.
vi.setConfig({ testTimeout: 180_000 });
afterAll(() => vi.resetConfig());

const SIZE = 15_000;
const SIZE_OF_SLOW = 5_000;

/** In microseconds, for what takes half a second at 150 kB. */
const SLOW = 50_000;

/**
 * The last step is what the title says. The first one finds out what would take minutes at the large size: linear takes
 * 3 times as long there, quadratic 10 times, cubic 32 times.
 */
const STEPS = [
  { sizes: 3.2, mostTimes: 20 },
  { sizes: 10, mostTimes: 40 },
];

const TRIES = 4;

/** What takes less at the small size is too short for the clock of a process, and takes 0.25 s at 150 kB if it is quadratic. */
const LEAST_MICROSECONDS = 2_500;

type Times = Readonly<Record<"parse" | "compile" | "report", number>>;

const folder = mkdtempSync(join(tmpdir(), "hookwright-"));
const bundle = join(folder, "config.cjs");
let child: ChildProcess | undefined;

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
    tsconfig: fileURLToPath(new URL("../../../tsconfig.test.json", import.meta.url)),
    bundle: true,
    platform: "node",
    outfile: bundle,
    logLevel: "error",
  });
});
afterAll(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

function start(): ChildProcess {
  const script = fileURLToPath(new URL("support/measure-reading.mjs", import.meta.url));
  return fork(script, [pathToFileURL(bundle).href]);
}

async function measure(index: number, size: number): Promise<Times> {
  child ??= start();
  const answer = once(child, "message");
  child.send({ index, size });
  const [times] = await answer;
  return times;
}

/** The least of several tries: what else a process does only adds to its time. */
function least(all: readonly Times[]): Times {
  const of = (step: keyof Times) => Math.min(...all.map((times) => times[step]));
  return { parse: of("parse"), compile: of("compile"), report: of("report") };
}

function sum({ parse, compile, report }: Times): number {
  return parse + compile + report;
}

function timesSlower(large: Times, small: Times): Times {
  const of = (step: keyof Times) => large[step] / Math.max(small[step], LEAST_MICROSECONDS);
  return { parse: of("parse"), compile: of("compile"), report: of("report") };
}

test.each(costlyConfigs().map(({ format, name }, index) => [format, name, index] as const))(
  "loadHooks() and formatProblems() take linear time for %s: %s",
  async (_format, _name, index) => {
    let isDone = false;
    onTestFinished(() => {
      // It may be at work for minutes still.
      if (!isDone) child?.kill("SIGKILL");
      if (!isDone) child = undefined;
    });
    // The first one is slower than the others, as nothing is compiled to machine code yet.
    await measure(index, SIZE_OF_SLOW);
    const first = await measure(index, SIZE);
    const isSlow = sum(first) > SLOW;
    const smallSize = isSlow ? SIZE_OF_SLOW : SIZE;
    const small = isSlow ? await measure(index, smallSize) : first;
    for (const { sizes, mostTimes } of STEPS) {
      // A fast one takes no minutes if it is quadratic.
      if (!isSlow && sizes < 10) continue;
      const size = sizes * smallSize;
      const large: Times[] = [];
      let slower: Times;
      do {
        large.push(await measure(index, size));
        slower = timesSlower(least(large), small);
      } while (large.length < TRIES && Math.max(...Object.values(slower)) > mostTimes);
      for (const [step, times] of Object.entries(slower)) {
        expect(times, `${step} at ${size} characters`).toBeLessThanOrEqual(mostTimes);
      }
    }
    isDone = true;
  },
);
