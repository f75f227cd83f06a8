// What every runner has to keep: run with each of them, against a service that fails on demand.
import { describe, expect, test } from "vitest";
import type { Runner, TurnRequest, TurnResult } from "../src/model/turn.ts";
import { createTurn } from "./runners/create-turn.ts";

/** What the other side of the runner does with the next turn. */
export type Scene =
  | { readonly kind: "answers"; readonly text: string }
  /** Words before a call of a tool, or reasoning, and then the answer. */
  | { readonly kind: "narrates"; readonly text: string }
  | { readonly kind: "refuses" | "is-busy" | "is-not-there" | "breaks-off" | "is-silent" };

export interface RunnerStage {
  readonly runner: Runner;
  /** What reached the other side: the messages of the turns. */
  readonly messages: () => readonly string[];
  /** The key with which the other side may tell a repeat. */
  readonly keys: () => readonly unknown[];
  /** Must not be in any result. */
  readonly secret: string;
  /** Resolves when the other side has got the turn. */
  readonly reached: () => Promise<unknown>;
}

const MiB = 1_048_576;

export function testRunner(name: string, prepare: (scene: Scene) => Promise<RunnerStage>): void {
  const take = async (
    scene: Scene,
    turn: Partial<TurnRequest> = {},
  ): Promise<{ readonly result: TurnResult; readonly stage: RunnerStage }> => {
    const stage = await prepare(scene);
    const result = await stage.runner.run(createTurn(turn), new AbortController().signal);
    expect(JSON.stringify(result)).not.toContain(stage.secret);
    return { result, stage };
  };

  describe(name, () => {
    test(`${name} answers with the text, and hands on the message as it is`, {
      tags: "PRT-1",
    }, async () => {
      const message = '[ci run-1]\n\nünïcode 🙂 $(rm -rf /) `x` "quoted" --flag\r\n%PATH%';
      const { result, stage } = await take(
        { kind: "answers", text: "Läuft. 🙂\n\nDone." },
        { message },
      );
      expect(result).toMatchObject({ ok: true, text: "Läuft. 🙂\n\nDone." });
      expect(stage.messages()).toEqual([message]);
    });

    test(`${name} returns the final text alone`, { tags: "ACK-6" }, async () => {
      const { result } = await take({ kind: "narrates", text: "All is well." });
      expect(result).toMatchObject({ ok: true, text: "All is well." });
    });

    test(`${name} says that a turn which did nothing can be repeated`, {
      tags: "RUN-5",
    }, async () => {
      for (const kind of ["is-busy", "is-not-there"] as const) {
        const { result } = await take({ kind });
        expect([kind, result]).toMatchObject([kind, { ok: false, retryable: true }]);
      }
    });

    test(`${name} says that half an answer is not to be repeated`, { tags: "RUN-5" }, async () => {
      const { result, stage } = await take({ kind: "breaks-off" });
      expect(result).toMatchObject({
        ...{ ok: false, retryable: false, code: expect.stringMatching(/^[a-z_]+$/) },
      });
      expect(result).not.toHaveProperty("scope");
      expect(stage.messages()).toHaveLength(1);
    });

    test(`${name} says that a refused key, and what is not there, concern all turns`, {
      tags: "RUN-5",
    }, async () => {
      for (const [kind, code] of [
        ["refuses", /^unauthorized$/],
        ["is-not-there", /^(?:not_connected|command_not_started)$/],
      ] as const) {
        const { result } = await take({ kind });
        const expected = { scope: "runner", retryable: true, code: expect.stringMatching(code) };
        expect([kind, result]).toMatchObject([kind, { ok: false, ...expected }]);
      }
      const { result } = await take({ kind: "is-busy" });
      expect(result).not.toHaveProperty("scope");
    });

    test(`${name} hands on the idempotency key of the turn`, { tags: "RUN-6" }, async () => {
      const { stage } = await take({ kind: "answers", text: "ok" }, { id: "run-7", attempt: 2 });
      expect(stage.keys()).toEqual(["run:run-7"]);
    });

    test(`${name} cuts an answer of 5 MB, and says so`, { tags: "LIM-3" }, async () => {
      const { result } = await take({ kind: "answers", text: "0123456789é".repeat(420_000) });
      const text = result.ok ? result.text : "";
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MiB);
      expect(Buffer.byteLength(text)).toBeGreaterThan(MiB - 100);
      expect(text).toMatch(/^0123456789é.*cut: the answer was longer than 1 MiB\]$/s);
    });

    test.each(["timeout", "cancelled", "stopping"])(
      `${name} stops with the signal, whose reason is the code: %s`,
      { tags: "PRT-1" },
      async (reason) => {
        const stage = await prepare({ kind: "is-silent" });
        const controller = new AbortController();
        const running = stage.runner.run(createTurn(), controller.signal);
        await stage.reached();
        controller.abort(reason);
        expect(await running).toMatchObject({ ok: false, code: reason, retryable: false });
      },
    );

    test(`${name} begins nothing after its signal`, { tags: "PRT-1" }, async () => {
      const stage = await prepare({ kind: "answers", text: "late" });
      const result = await stage.runner.run(createTurn(), AbortSignal.abort("stopping"));
      expect(result).toMatchObject({ ok: false, code: "stopping" });
      expect(stage.messages()).toEqual([]);
    });

    test(`${name} uses the nearest lower thinking level, and says which`, {
      tags: "RUN-8",
    }, async () => {
      const { result } = await take({ kind: "answers", text: "ok" }, { thinking: "max" });
      expect(result).toMatchObject({ ok: true, thinking: "high" });
      const same = await take({ kind: "answers", text: "ok" }, { thinking: "low" });
      expect(same.result).not.toHaveProperty("thinking");
    });
  });
}
