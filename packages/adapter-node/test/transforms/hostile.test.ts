// Modules that mean harm, or are merely wrong: only their own event fails, and nobody else notices.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  createTransformLoader,
  type LoadedTransforms,
} from "../../src/transforms/load/transform-loader.ts";
import { callOf, configOf, contextOf, failureOf, fixtureFolder } from "./support.ts";

// Workers are processes; on a busy machine they take their time.
vi.setConfig({ testTimeout: 30_000 });
afterAll(() => vi.resetConfig());

interface HostileCase {
  readonly module: string;
  readonly payload?: object;
  readonly timeoutMs?: number;
  readonly fails: RegExp;
}

/** Enough for 50 ordinary events on a busy machine. */
const LATE = 2_000;
const late = new RegExp(`^TransformFailure: did not answer within ${LATE} ms`);
const memory =
  /^TransformFailure: (ended its worker by SIGABRT.* more memory than 48 MB|needed more than 224 MB)/;

const CASES: readonly HostileCase[] = [
  { module: "infinite-loop.js", timeoutMs: LATE, fails: late },
  { module: "infinite-loop-later.js", timeoutMs: LATE, fails: late },
  { module: "never-settles.js", timeoutMs: LATE, fails: late },
  { module: "blocks-in-system-call.js", timeoutMs: LATE, fails: late },
  { module: "throws.js", payload: { what: "text" }, fails: /threw a string, no Error \(module/ },
  { module: "throws.js", payload: { what: "null" }, fails: /threw a null, no Error/ },
  { module: "throws.js", payload: { what: "undefined" }, fails: /threw a undefined, no Error/ },
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
  { module: "writes-to-server.js", payload: { what: "noise" }, fails: /: sent what is no message/ },
  {
    module: "writes-to-server.js",
    payload: { what: "wrongShape" },
    fails: /: sent what is no mess/,
  },
  {
    module: "writes-to-server.js",
    payload: { what: "long" },
    fails: /: sent a message that is too/,
  },
];

const loader = createTransformLoader({ configFile: "hooks.json5", output: "ignore" });
let loaded: LoadedTransforms;

beforeAll(async () => {
  const modules = new Set(["ordinary.js", ...CASES.map(({ module }) => module)]);
  loaded = await loader.load(
    configOf([...modules], {
      transformsDir: fixtureFolder("hostile"),
      transforms: { memoryMb: 48 },
    }),
  );
});

afterAll(() => loader.close(0));

test.each(CASES)(
  "loadTransforms() lets only its own event fail: $module $payload",
  async (hostile) => {
    const { module, payload = {}, timeoutMs = 10_000, fails } = hostile;
    const order: string[] = [];
    const failure = failureOf(callOf(loaded, module)(contextOf(payload), { timeoutMs }));
    void failure.then(() => order.push("hostile"));
    const ordinary = Promise.all(
      Array.from({ length: 50 }, (_, id) => callOf(loaded, "ordinary.js")(contextOf({ id }))),
    );
    void ordinary.then(() => order.push("ordinary"));
    expect(await ordinary).toEqual(
      Array.from({ length: 50 }, (_, id) => ({ message: `ordinary ${id}` })),
    );
    expect(await failure).toMatch(fails);
    if (fails === late) expect(order).toEqual(["ordinary", "hostile"]);
    // The next event has a worker again, if need be a new one.
    const limit = { timeoutMs: fails === late ? 100 : timeoutMs };
    const again = failureOf(callOf(loaded, module)(contextOf(payload), limit));
    expect(await again).toMatch(fails === late ? /did not answer|waited/ : fails);
  },
);
