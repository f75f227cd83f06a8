import { expect, test } from "vitest";
import { createPromptQueue } from "./prompt-queue.ts";

const prompt = { text: "Hello?" };
const open = (): AbortSignal => new AbortController().signal;

test("createPromptQueue() answers at once a message whose sender has left", async () => {
  const queue = createPromptQueue();
  expect(await queue.add("main", prompt, AbortSignal.abort())).toMatchObject({ code: "cancelled" });
  expect(queue.has("main")).toBe(false);
});

test("createPromptQueue() forgets a waiting message that its sender takes back", async () => {
  const queue = createPromptQueue();
  const controller = new AbortController();
  const answer = queue.add("main", prompt, controller.signal);
  void queue.add("main", { text: "Second." }, open());
  controller.abort();
  expect(await answer).toMatchObject({ code: "cancelled" });
  expect(queue.take("main")?.prompt.text).toBe("Second.");
  expect(queue.agents()).toEqual([]);
});

test("createPromptQueue() leaves the signal of a message that was taken to who took it", async () => {
  const queue = createPromptQueue();
  const controller = new AbortController();
  const answer = queue.add("main", prompt, controller.signal);
  const taken = queue.take("main");
  controller.abort();
  taken?.resolve({ ok: true, text: "Here." });
  expect(await answer).toEqual({ ok: true, text: "Here." });
});

test("createPromptQueue() refuses more than 100 messages for one session, as one to try again", async () => {
  const queue = createPromptQueue();
  for (let count = 0; count < 100; count++) void queue.add("main", prompt, open());
  const refused = await queue.add("main", prompt, open());
  expect(refused).toMatchObject({ code: "queue_full", retryable: true });
  expect(queue.take("other")).toBeUndefined();
});

test("createPromptQueue() answers all that wait when it is told to refuse", async () => {
  const queue = createPromptQueue();
  const answer = queue.add("main", prompt, open());
  queue.refuse({ ok: false, code: "stopping", message: "Stopping.", retryable: true });
  expect(await answer).toMatchObject({ code: "stopping" });
});
