// Definitions of runners → runners, and what a worker answers.
import { expect, test } from "vitest";
import { createTurn } from "../../test/runners/create-turn.ts";
import { createOwnRunner, defineRunner } from "./define-runner.ts";

const never = new AbortController().signal;

test("defineRunner() throws without a function `create`", () => {
  expect(() => defineRunner({} as never)).toThrow('"create" is not a function.');
});

test("createOwnRunner() takes turns with the settings", async () => {
  const runner = await createOwnRunner<{ greeting: string }>(
    {
      keepsHistory: true,
      thinkingLevels: ["low"],
      create: ({ greeting }) => ({
        run: async ({ message }) => ({ ok: true, text: `${greeting} ${message}` }),
      }),
    },
    { settings: { greeting: "Hi" } },
  );
  expect(runner).toMatchObject({ id: "module", keepsHistory: true, thinkingLevels: ["low"] });
  const turn = createTurn({ message: "Ann" });
  expect(await runner.run(turn, never)).toEqual({ ok: true, text: "Hi Ann" });
});

test("serve() creates a runner once for its settings", async () => {
  let created = 0;
  const { serve } = defineRunner({
    thinkingLevels: ["high"],
    create: () => {
      created++;
      return { run: async () => ({ ok: true, text: `${created}` }) };
    },
  });
  const ask = (kind: "describe" | "run", settings = {}) =>
    serve({ kind, id: "module", settings, input: createTurn() }, { timeoutMs: 1, signal: never });
  expect(await ask("describe")).toEqual({ keepsHistory: false, thinkingLevels: ["high"] });
  expect(await ask("run")).toEqual({ ok: true, text: "1" });
  expect(await ask("run", { a: 1 })).toEqual({ ok: true, text: "2" });
});
