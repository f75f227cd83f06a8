// Hostile and faulty modules: only their own event fails.
import { expect, test } from "vitest";
import {
  callOf,
  configOf,
  contextOf,
  failureOf,
  fixtureFolder,
  load,
} from "./support/load-modules.ts";

interface HostileCase {
  readonly module: string;
  readonly payload?: object;
  readonly timeoutMs?: number;
  readonly fails: RegExp;
}

/** Enough for 50 ordinary events on a busy machine. */
const LATE = 10_000;
const late = new RegExp(`^TransformFailure: did not answer within ${LATE} ms`);
const memory =
  /^TransformFailure: (ended its worker by SIGABRT.* more memory than 48 MB|needed more than 224 MB)/;

const CASES: readonly HostileCase[] = [
  { module: "infinite-loop.js", timeoutMs: LATE, fails: late },
  { module: "infinite-loop-later.js", timeoutMs: LATE, fails: late },
  { module: "never-settles.js", timeoutMs: LATE, fails: late },
  { module: "blocks-in-system-call.js", timeoutMs: LATE, fails: late },
  {
    module: "throws.js",
    payload: { what: "text" },
    fails: /threw a string instead of an Error \(module/,
  },
  { module: "throws.js", payload: { what: "null" }, fails: /threw a null instead of an Error/ },
  {
    module: "throws.js",
    payload: { what: "undefined" },
    fails: /threw a undefined instead of an Error/,
  },
  { module: "throws.js", payload: { what: "proxy" }, fails: /threw a value that cannot be read/ },
  { module: "throws.js", payload: { what: "getter" }, fails: /threw a value that cannot be read/ },
  {
    module: "throws.js",
    payload: { what: "long" },
    fails: /^Error: x{1000} \(.*throws\.js:\d+:\d+/,
  },
  { module: "returns.js", payload: { what: "proxy" }, fails: /as JSON: from within \(module/ },
  { module: "returns.js", payload: { what: "endlessProxy" }, fails: /as JSON: Maximum call stack/ },
  { module: "returns.js", payload: { what: "getter" }, fails: /as JSON: from within/ },
  { module: "returns.js", payload: { what: "cyclic" }, fails: /as JSON: Converting circular/ },
  {
    module: "returns.js",
    payload: { what: "bigint" },
    fails: /as JSON: Do not know how .* BigInt/,
  },
  { module: "returns.js", payload: { what: "function" }, fails: /: returned a function \(module/ },
  { module: "returns.js", payload: { what: "symbol" }, fails: /: returned a symbol/ },
  { module: "returns.js", payload: { what: "thenable" }, fails: /^Error: from then/ },
  { module: "exits.js", payload: { how: "exit" }, fails: /: ended its worker with exit code 3/ },
  { module: "exits.js", payload: { how: "abort" }, fails: /: ended its worker by SIGABRT/ },
  { module: "exits.js", payload: { how: "kill" }, fails: /: ended its worker by SIGKILL/ },
  {
    module: "returns.js",
    payload: { what: "longText" },
    fails: /SIGABRT|characters of JSON|needed more than/,
  },
  { module: "allocates.js", payload: { what: "objects" }, fails: memory },
  { module: "allocates.js", payload: { what: "numbers" }, fails: memory },
  { module: "allocates.js", payload: { what: "map" }, fails: memory },
  { module: "allocates.js", payload: { what: "text" }, fails: memory },
  { module: "allocates.js", payload: { what: "buffers" }, fails: memory },
  {
    module: "writes-to-server.js",
    payload: { what: "noise" },
    fails: /: sent a line that is not a message/,
  },
  {
    module: "writes-to-server.js",
    payload: { what: "wrongShape" },
    fails: /: sent a line that is not a mess/,
  },
  {
    module: "writes-to-server.js",
    payload: { what: "long" },
    fails: /: sent a message that is too/,
  },
];

/** Workers come last where the processor is busy, and filling a memory takes processor time. */
const LONG = 60_000;

test.each(CASES)(
  "createTransformLoader() fails only the module's own event: $module $payload",
  async (hostile) => {
    const { module, payload = {}, timeoutMs = LONG, fails } = hostile;
    // Each case loads the modules again, because a module that has lost workers has a lower priority.
    const config = configOf(["ordinary.js", module], {
      transformsDir: fixtureFolder("hostile"),
      transforms: { memoryMb: 48 },
    });
    const loaded = await load("/", config, { loadTimeoutMs: LONG });
    const order: string[] = [];
    const failure = failureOf(callOf(loaded, module)(contextOf(payload), { timeoutMs }));
    void failure.then(() => order.push("hostile"));
    const ordinary = Promise.all(
      Array.from({ length: 50 }, (_, id) =>
        callOf(loaded, "ordinary.js")(contextOf({ id }), { timeoutMs: LONG }),
      ),
    );
    void ordinary.then(() => order.push("ordinary"));
    expect(await ordinary).toEqual(
      Array.from({ length: 50 }, (_, id) => ({ message: `ordinary ${id}` })),
    );
    expect(await failure).toMatch(fails);
    if (fails === late) expect(order).toEqual(["ordinary", "hostile"]);
    // The next event has a worker again, which may be a new one.
    const limit = { timeoutMs: fails === late ? 100 : timeoutMs };
    const again = failureOf(callOf(loaded, module)(contextOf(payload), limit));
    expect(await again).toMatch(fails === late ? /did not answer|waited/ : fails);
  },
);
