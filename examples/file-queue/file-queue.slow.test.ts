// The queue by itself, and the example as its users run it.
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DispatchContext } from "@hookwright/core/ingress";
import { expect, onTestFinished, test } from "vitest";
import { createTempFile } from "../../tools/test-support/temp-dir.ts";
import { createFileQueue } from "./file-queue.mjs";

const TOKEN = "a-long-random-text-of-your-own";
const wake = { kind: "wake", text: "hi", mode: "now", parts: [], untrustedText: "hi" } as const;

function context(some: Partial<DispatchContext>): DispatchContext {
  return { name: "github", index: undefined, ...some } as DispatchContext;
}

async function openQueue(file: string, maxWaiting = 10) {
  const carried: string[] = [];
  const carryOut = async ({ runId }: { readonly runId: string }) => void carried.push(runId);
  return { carried, queue: await createFileQueue({ file, carryOut, maxWaiting }) };
}

test("createFileQueue() carries an action out once, and answers a repeat with the first run id", async () => {
  const file = createTempFile("actions.jsonl", "");
  const { queue, carried } = await openQueue(file);
  const first = queue.dispatch(wake, context({ runId: "r-1", deliveryId: "d-1" }));
  const repeat = queue.dispatch(wake, context({ runId: "r-2", deliveryId: "d-1" }));
  const other = queue.dispatch(wake, context({ runId: "r-3", deliveryId: "d-1", index: 1 }));
  const keyed = queue.dispatch(wake, context({ runId: "r-4", idempotencyKey: "d-1" }));
  expect(await Promise.all([first, repeat, other, keyed])).toEqual(
    ["r-1", "r-1", "r-3", "r-4"].map((runId) => ({ runId })),
  );
  await expect.poll(() => carried).toEqual(["r-1", "r-3", "r-4"]);
  await queue.close();
});

test("createFileQueue() continues after a kill in the middle of a line", async () => {
  const entry = {
    at: Date.now(),
    key: '["github","delivery","d-1",null]',
    runId: "r-1",
    action: wake,
  };
  const file = createTempFile("actions.jsonl", `${JSON.stringify(entry)}\n`);
  appendFileSync(file, '{"at":1,"key":"x');
  const { queue, carried } = await openQueue(file);
  await expect.poll(() => carried).toEqual(["r-1"]);
  const repeat = queue.dispatch(wake, context({ runId: "r-2", deliveryId: "d-1" }));
  expect(await repeat).toEqual({ runId: "r-1" });
  await queue.close();
  expect(readFileSync(file, "utf8")).toBe(`${JSON.stringify(entry)}\n{"done":"r-1"}\n`);
});

test("createFileQueue() names the code and the pause where too many actions wait", async () => {
  const { queue } = await openQueue(createTempFile("actions.jsonl", ""), 0);
  const add = () => queue.dispatch(wake, context({ runId: "r-1" }));
  expect(add).toThrow(expect.objectContaining({ code: "queue_full", retryAfterSeconds: 30 }));
  await queue.close();
});

test("server.mjs answers when the action is on disk, and stops on SIGTERM", {
  timeout: 300_000,
}, async () => {
  const file = createTempFile("actions.jsonl", "");
  const server = fileURLToPath(new URL("server.mjs", import.meta.url));
  const env = { PATH: process.env["PATH"], HOOK_TOKEN: TOKEN, PORT: "0", QUEUE_FILE: file };
  const child = spawn(process.execPath, [server], { env });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  await expect.poll(() => output).toContain("listens on");
  const url = /http\S+/.exec(output)?.[0];
  const headers = { authorization: `Bearer ${TOKEN}`, "x-github-delivery": "d-1" };
  const body = JSON.stringify({ pusher: { name: "ann" }, ref: "main" });
  const send = async () =>
    (await fetch(`${url}/hooks/github`, { method: "POST", headers, body })).json() as Promise<{
      readonly runId: string;
    }>;
  const first = await send();
  expect(readFileSync(file, "utf8")).toContain(first.runId);
  expect(await send()).toEqual(first);
  await expect.poll(() => output).toContain(`${first.runId} agent ann pushed to main`);
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});
