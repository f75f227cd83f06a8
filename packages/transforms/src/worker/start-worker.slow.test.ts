// One real worker.
import { expect, test } from "vitest";
import { createStarter } from "../../test/support/real-workers.ts";
import { createOutputRelay } from "./output-relay.ts";

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
