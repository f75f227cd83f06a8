// A target on a stopped clock → the same one, which notes what a rule does that no host on real time can follow.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { HostTime } from "./host-time.ts";
import type { HostTarget, StartedHost } from "./test-host.ts";

const NEEDS = {
  far: "moves the clock too far",
  exact: "acts or looks within a second",
  set: "sets the clock",
  store: "reads or changes the store",
  broken: "breaks the store",
} as const;

export type RealTimeNeed = (typeof NEEDS)[keyof typeof NEEDS];

/** In all: a rule that takes longer is left to the stopped clock. */
const MAX_REAL_MS = 25_000;

export function notingNeeds(target: HostTarget, note: (need: RealTimeNeed) => void): HostTarget {
  return {
    name: target.name,
    createTime: (pace) => notingTime(target.createTime(pace), pace, note),
    start: async (options) => {
      if (options.isExact) note(NEEDS.exact);
      return notingStore(await target.start(options), note);
    },
  };
}

function notingTime(time: HostTime, pace: number, note: (need: RealTimeNeed) => void): HostTime {
  let passed = 0;
  const pass = (milliseconds: number): void => {
    passed += milliseconds / pace;
    if (passed > MAX_REAL_MS) note(NEEDS.far);
  };
  return {
    ...time,
    wait: (milliseconds) => {
      pass(milliseconds);
      return time.wait(milliseconds);
    },
    within: (milliseconds, reached) => {
      pass(milliseconds);
      return time.within(milliseconds, reached);
    },
    after: (milliseconds, reached) => {
      pass(milliseconds);
      return time.after(milliseconds, reached);
    },
    still: (milliseconds, holds) => {
      pass(milliseconds);
      return time.still(milliseconds, holds);
    },
    set: (now) => {
      note(NEEDS.set);
      time.set(now);
    },
  };
}

function notingStore(host: StartedHost, note: (need: RealTimeNeed) => void): StartedHost {
  const ledger = new Proxy(host.ledger, {
    get: (target, name) => {
      note(NEEDS.store);
      return Reflect.get(target, name);
    },
  });
  return {
    ...host,
    ledger,
    breakStore: (fault) => {
      note(NEEDS.broken);
      host.breakStore(fault);
    },
  };
}

export const LIST: string = fileURLToPath(new URL("../rules-not-on-real-time.md", import.meta.url));

/** Titles of rules in their order → the text of the list. */
export function listOfNeeds(needs: ReadonlyMap<string, RealTimeNeed>): string {
  const sections = Object.values(NEEDS).map((need) => {
    const titles = [...needs].filter(([, one]) => one === need).map(([title]) => `- ${title}\n`);
    return `\n## ${need} (${titles.length})\n\n${titles.join("")}`;
  });
  return `# Rules that no host on real time is tested for

These ${needs.size} rules run on the stopped clock alone. [rules-on-real-time.slow.test.ts](rules-on-real-time.slow.test.ts)
skips them, because a test of a server that stands elsewhere cannot do what they do. The list is made from what each rule
does: \`HOOKWRIGHT_UPDATE=1 npx vitest run packages/host/test/rules.slow.test.ts\` writes it anew.
${sections.join("")}`;
}

/** The list → titles with what they do. */
export function readNeeds(): ReadonlyMap<string, string> {
  const needs = new Map<string, string>();
  let need = "";
  for (const line of readFileSync(LIST, "utf8").split("\n")) {
    need = /^## (.+) \(\d+\)$/.exec(line)?.[1] ?? need;
    const title = /^- (.+)$/.exec(line)?.[1];
    if (title !== undefined) needs.set(title, need);
  }
  return needs;
}
