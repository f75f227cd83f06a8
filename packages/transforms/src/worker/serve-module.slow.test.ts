// The worker's side, here in the test's own process.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { createStarter } from "../../test/support/real-workers.ts";
import { writeToStderr } from "../load/load-module.ts";
import { createOutputRelay } from "./output-relay.ts";
import { createModuleServer } from "./serve-module.ts";

function createCase(code: string) {
  const url = pathToFileURL(join(createTempDir({ "module.mjs": code }), "module.mjs")).href;
  const lines: unknown[] = [];
  let retired = 0;
  const server = createModuleServer({
    send: (line) => lines.push(JSON.parse(line)),
    retire: () => {
      retired += 1;
    },
  });
  const receive = (message: object): Promise<void> => server.receive(JSON.stringify(message));
  return { receive, server, lines, url, retired: () => retired };
}

test("createModuleServer() loads, reports that a call is taken before it begins, answers, and retires", async () => {
  const { receive, lines, url, retired } = createCase(
    "export default (context) => context.body === context.payload ? context.payload.give : 0; export const nothing = () => {};",
  );
  await receive({ kind: "load", url });
  const context = { payload: { give: "it" } };
  const calling = receive({ kind: "call", id: "1", path: ["default"], context, timeoutMs: 5 });
  expect(lines.slice(1)).toEqual([{ kind: "taken", id: "1" }]);
  await calling;
  await receive({ kind: "call", id: "2", path: ["nothing"], context, timeoutMs: 5 });
  await receive({ kind: "call", id: "3", path: ["absent"], context, timeoutMs: 5 });
  expect(lines).toMatchObject([
    { kind: "loaded", exports: [{ name: "default" }, { name: "nothing" }] },
    { kind: "taken", id: "1" },
    { kind: "answer", id: "1", outcome: { kind: "result", result: "it" } },
    { kind: "taken", id: "2" },
    { kind: "answer", id: "2", outcome: { kind: "result" } },
    { kind: "taken", id: "3" },
    { kind: "answer", id: "3", outcome: { kind: "threw", thrown: { name: "TypeError" } } },
  ]);
  await receive({ kind: "retire" });
  expect(retired()).toBe(1);
});

test("createModuleServer() aborts a call that runs, and ignores the abort of one that has ended", async () => {
  const { receive, lines, url } = createCase(
    "export default (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));",
  );
  await receive({ kind: "load", url });
  const call = { path: ["default"], context: { payload: {} }, timeoutMs: 5, abortable: true };
  const calling = receive({ kind: "call", id: "1", ...call });
  await receive({ kind: "abort", id: "1", reason: "stop" });
  await calling;
  await receive({ kind: "abort", id: "1", reason: "again" });
  expect(lines.slice(1)).toMatchObject([
    { kind: "taken", id: "1" },
    { kind: "answer", id: "1", outcome: { kind: "result", result: "stop" } },
  ]);
});

test("createModuleServer() reports that a module cannot be loaded", async () => {
  const { receive, lines, url } = createCase("throw new RangeError('no');");
  await receive({ kind: "load", url });
  expect(lines).toMatchObject([
    { kind: "unloadable", thrown: { name: "RangeError", message: "no" } },
  ]);
});

test("createModuleServer() reports at most ten failures of background work", () => {
  const { server, lines } = createCase("");
  for (let turn = 0; turn < 1_000; turn++) server.reportBackground(new Error(`${turn}`));
  expect(lines).toHaveLength(10);
  expect(lines[9]).toMatchObject({ kind: "background", thrown: { message: "9" } });
});

afterEach(() => void vi.restoreAllMocks());

const output = { module: "a.js", pid: 7, text: "100 %s" };

test("writeToStderr() writes the name of the module and the text unchanged", () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  expect(writeToStderr(output)).toBe(true);
  expect(error.mock.calls).toEqual([["%s", "[a.js] 100 %s"]]);
});

test("writeToStderr() refuses lines while too much is buffered for the reader", () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(process.stderr, "writableLength", "get").mockReturnValue(2 ** 21);
  expect(writeToStderr(output)).toBe(false);
  expect(error).not.toHaveBeenCalled();
});

const call = { path: ["default"], context: "{}", timeoutMs: 10_000 };

test("startWorker() begins no call in a worker that is about to end", async () => {
  const start = await createStarter("export default () => 1;");
  const worker = start();
  expect(await worker.loaded).toMatchObject({ ok: true });
  worker.kill("the first reason");
  worker.kill("the second reason");
  expect(await worker.call(call)).toEqual({
    kind: "gone",
    taken: false,
    reason: "the first reason",
  });
});

test("startWorker() passes on a signal that was aborted while the call waited", async () => {
  const start = await createStarter(
    "export default (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));",
  );
  const worker = start();
  await worker.loaded;
  const signal = AbortSignal.abort("late");
  expect(await worker.call({ ...call, signal })).toEqual({ kind: "result", result: "late" });
});

test("startWorker() reports that the folder of scripts is missing", async () => {
  const start = await createStarter("export default () => 1;", { script: "/nowhere/worker.mjs" });
  const worker = start();
  expect(await worker.loaded).toMatchObject({ ok: false, outcome: { kind: "failed" } });
  expect(await worker.call(call)).toMatchObject({ kind: "gone", taken: false });
});

test("startWorker() lets a retired worker finish the background work of its module", async () => {
  const start = await createStarter(
    "export default () => { setTimeout(() => process.exit(5), 200); return 1; };",
  );
  const worker = start();
  await worker.loaded;
  expect(await worker.call(call)).toEqual({ kind: "result", result: 1 });
  worker.retire();
  expect(await worker.gone).toBe("ended its worker with exit code 5");
});

test("startWorker() ends with its process, even if another process keeps its output open", async () => {
  const texts: string[] = [];
  const relay = createOutputRelay({ module: "a.js", write: ({ text }) => texts.push(text) });
  const code = `
    import { spawn } from "node:child_process";
    export default () => {
      const { pid } = spawn(process.execPath, ["-e", "setTimeout(() => {}, 3000)"], { stdio: "inherit", detached: true });
      console.log("last words");
      setTimeout(() => process.exit(0), 100);
      return pid;
    };`;
  const start = await createStarter(code, { relay });
  const worker = start();
  await worker.loaded;
  const answer = await worker.call(call);
  expect(await worker.gone).toBe("ended its worker with exit code 0");
  expect(texts).toEqual(["last words"]);
  process.kill((answer as { result: number }).result);
});
