// The channel command, run with real programs of the shell's kind.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOne } from "../../test/channel-suite.ts";
import { createManualTimer } from "../testing/manual-timer.ts";
import type { ChannelsOptions } from "./shared/create-channels.ts";

const { signal } = new AbortController();
let folder = "";
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hookwright-command-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program that appends its input to a file, then does what `script` says. */
async function create(script: string, options: ChannelsOptions = {}, settings: object = {}) {
  count++;
  const inbox = join(folder, `${count}.txt`);
  const file = join(folder, `${count}.sh`);
  await writeFile(file, `cat >> '${inbox}'\n${script}\n`);
  const channel = await createOne("command", { command: ["sh", file], ...settings }, options);
  return { channel, inbox: () => readFile(inbox, "utf8").catch(() => "") };
}

const part = { key: "delivery-1/1", to: "on-call", text: "Hello", plain: false, runId: "run-1" };

describe("channel command", () => {
  test("send() gives the text by standard input and takes the last line as the id", {
    tags: ["DEL-5", "DEL-7"],
  }, async () => {
    const { channel, inbox } = await create("echo noise; printf 'id-\\033[31m7 \\n\\n'");
    const text = "a\u0000b\n\u0007\ud800'; echo $HOME";
    expect(await channel.send({ ...part, text }, signal)).toEqual({ kind: "sent", id: "id-[31m7" });
    expect(await inbox()).toBe("ab\n\ufffd'; echo $HOME");
  });

  test("send() gives the recipient, the key and the run in the environment", {
    tags: "DEL-11",
  }, async () => {
    const { channel } = await create('echo "$HOOKWRIGHT_TO|$HOOKWRIGHT_KEY|$HOOKWRIGHT_RUN_ID"');
    const to = "$(id); 'x'";
    expect(channel.parseRecipient(`command:${to}`)).toEqual({ ok: true, to });
    expect(await channel.send({ ...part, to }, signal)).toEqual({
      kind: "sent",
      id: `${to}|delivery-1/1|run-1`,
    });
    const { runId: _, ...without } = part;
    expect(await channel.send(without, signal)).toMatchObject({ id: "on-call|delivery-1/1|" });
  });

  test("send() gives the account in the environment where the action names one", {
    tags: "DEL-11",
  }, async () => {
    const { channel } = await create('echo "$HOOKWRIGHT_ACCOUNT_ID|$HOOKWRIGHT_TO"');
    expect(await channel.send({ ...part, accountId: "work" }, signal)).toMatchObject({
      id: "work|on-call",
    });
    expect(await channel.send(part, signal)).toMatchObject({ id: "|on-call" });
  });

  test("send() hands on listed variables only, and those of the settings", {
    tags: "SEC-4",
  }, async () => {
    const { channel } = await create(
      'echo "$HOOK_TOKEN|$API_KEY|$LANG"',
      { env: { PATH: process.env["PATH"], LANG: "C", HOOK_TOKEN: "secret" }, secrets: () => "k" },
      { env: { API_KEY: { env: "API_KEY" } } },
    );
    expect(await channel.send(part, signal)).toEqual({ kind: "sent", id: "|k|C" });
  });

  test("send() takes the key as the id of a silent program", { tags: "DEL-7" }, async () => {
    const { channel } = await create("exit 0");
    expect(await channel.send(part, signal)).toEqual({ kind: "sent", id: "delivery-1/1" });
  });

  test("send() says retry for exit code 75", { tags: "DEL-9" }, async () => {
    const { channel } = await create("exit 75");
    expect(await channel.send(part, signal)).toEqual({ kind: "retry", code: "try_again" });
  });

  test("send() is refused by any other exit code, and shows nothing of the output", {
    tags: "DEL-14",
  }, async () => {
    const { channel } = await create("echo secret; echo secret >&2; exit 3");
    expect(await channel.send(part, signal)).toEqual({
      kind: "refused",
      scope: "message",
      code: "command_failed",
      message:
        "The command failed (command: 3). Run it manually: exit code 0 means sent, 75 means try again.",
    });
  });

  test("send() says credential for a program that is not there", { tags: "DEL-10" }, async () => {
    const channel = await createOne("command", { command: "/nowhere/notify" });
    expect(await channel.send(part, signal)).toMatchObject({
      kind: "refused",
      scope: "credential",
      code: "command_not_started",
    });
  });

  test("send() says unknown for a program that a signal ended", { tags: "DEL-12" }, async () => {
    const { channel, inbox } = await create("kill -KILL $$");
    expect(await channel.send(part, signal)).toEqual({ kind: "unknown", code: "command_killed" });
    expect(await inbox()).toBe("Hello");
  });

  test("send() takes a program that reads nothing of a long text", { tags: "DEL-6" }, async () => {
    const channel = await createOne("command", { command: ["sh", "-c", "exit 0"] });
    const text = "x".repeat(1_000_000);
    expect(await channel.send({ ...part, text }, signal)).toMatchObject({ kind: "sent" });
  });

  test("send() ends the whole process group at the time limit", {
    tags: ["DEL-12", "TIM-2"],
  }, async () => {
    const { timer, tasks } = createManualTimer();
    const { channel, inbox } = await create("sleep 60 & echo started; wait", { timer });
    const sending = channel.send(part, signal);
    await expect.poll(inbox).toBe("Hello");
    for (const { task } of tasks.filter(({ milliseconds }) => milliseconds === 30_000)) task();
    expect(await sending).toEqual({ kind: "unknown", code: "timeout" });
    expect(tasks).toEqual([]);
  });

  test("send() kills a program that ignores SIGTERM", { tags: "TIM-2" }, async () => {
    const { timer, tasks } = createManualTimer();
    const { channel, inbox } = await create(
      "trap '' TERM; echo x >> \"$0.ready\"; while :; do sleep 0.1; done",
      {
        timer,
      },
    );
    const controller = new AbortController();
    const sending = channel.send(part, controller.signal);
    await expect.poll(inbox).toBe("Hello");
    await expect
      .poll(() => readFile(join(folder, `${count}.sh.ready`), "utf8").catch(() => ""))
      .toBe("x\n");
    controller.abort("stopping");
    const kill = tasks.find(({ milliseconds }) => milliseconds === 5000);
    kill?.task();
    expect(await sending).toEqual({ kind: "unknown", code: "aborted" });
  });

  test("send() starts nothing for a signal that has fired", { tags: "PRT-2" }, async () => {
    const { channel, inbox } = await create("exit 0");
    const fired = AbortSignal.abort();
    expect(await channel.send(part, fired)).toEqual({ kind: "retry", code: "try_again" });
    expect(await inbox()).toBe("");
  });

  test("send() does not wait for a child that keeps the output open", {
    tags: "PRT-2",
  }, async () => {
    const { timer, tasks } = createManualTimer();
    const { channel } = await create(
      // In a session of its own, the child outlives its group.
      `setsid sh -c "echo > '$0.up'; sleep 2" & while [ ! -e "$0.up" ]; do sleep 0.05; done`,
      { timer },
    );
    const sending = channel.send(part, signal);
    await expect.poll(() => tasks.some(({ milliseconds }) => milliseconds === 1000)).toBe(true);
    tasks.find(({ milliseconds }) => milliseconds === 1000)?.task();
    expect(await sending).toEqual({ kind: "sent", id: "delivery-1/1" });
  });

  test("parseRecipient() refuses more than one line", { tags: "DEL-4" }, async () => {
    const { channel } = await create("exit 0");
    for (const to of ["", "a\nb", "a\u0000b"]) expect(channel.parseRecipient(to).ok).toBe(false);
  });
});
