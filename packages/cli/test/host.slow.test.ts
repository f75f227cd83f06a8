// A push of GitHub over HTTP → run → summary → heartbeat → deliveries, through the built command, also killed between any two of these steps.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runBin, serveBin } from "./support/bin.ts";
import { createHosted, type HostedOptions, TOKEN } from "./support/hosted.ts";

interface Example {
  readonly name: string;
  readonly examples: readonly object[];
}

const examples = createRequire(import.meta.url)("@octokit/webhooks-examples") as readonly Example[];
const PUSH = JSON.stringify(examples.find(({ name }) => name === "push")?.examples[0]);

async function createServer(options: HostedOptions = {}) {
  const hosted = await createHosted(options);
  // The path of a socket is short, so the folder is directly below the temporary one.
  const folder = mkdtempSync(join(tmpdir(), "hw-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "hooks.json5");
  const state = join(folder, "state");
  writeFileSync(file, hosted.config);
  const args = ["--config", file, "--dispatch", "host", "--state-folder", state];
  const list = async (what: string): Promise<Record<string, unknown>[]> => {
    const { stdout } = await runBin([what, "--json", "--state-folder", state]);
    return JSON.parse(stdout)[what];
  };
  return { ...hosted, state, list, start: () => serveBin(args) };
}

async function push(url: string): Promise<string> {
  const answer = await fetch(`${url}/github`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "idempotency-key": "delivery-1" },
    body: PUSH,
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { runId: string }).runId;
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

test("hookwright serve --dispatch host carries out a push of GitHub once, though it comes twice", async () => {
  const { start, messages, asked, list } = await createServer();
  const { url, child, ended, stderr } = await start();
  const [first, second] = [await push(url), await push(url)];
  expect(second).toBe(first);
  await until(() => expect(messages.map(({ to }) => to)).toEqual(["team", "me"]));
  expect(asked).toHaveLength(2);
  expect(asked[0]).toContain("Codertocat pushed to Codertocat/Hello-World");
  expect(asked[1]).toContain(`answer of run ${first}`);
  await until(() => expect(stderr.text().match(/delivery \S+ sent/g)).toHaveLength(2));
  expect(await list("runs")).toMatchObject([{ id: first, state: "done", attempt: 1 }]);
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ exitCode: 0 });
});

/** Where the process dies: it asks the model for the run or the heartbeat, or sends to the team or to me. */
const STEPS = ["accepted", "run", "delivery", "heartbeat", "heartbeat delivery"] as const;
const RECIPIENTS: Readonly<Record<string, string>> = { team: "delivery", me: "heartbeat delivery" };

test.each(STEPS)(
  "a server killed at step %s carries out everything after its restart",
  { tags: "REC-1" },
  async (step) => {
    let kill: (() => void) | undefined;
    /** True once: the process dies before it gets an answer. */
    const dies = (at: string): boolean => {
      if (at !== step || kill === undefined) return false;
      kill();
      kill = undefined;
      return true;
    };
    const { start, messages, list, state } = await createServer({
      fault: ({ text }) =>
        dies(text.startsWith("System:") ? "heartbeat" : "run")
          ? { kind: "silence", after: "nothing" }
          : undefined,
      beforeSend: async (to) => {
        if (dies(RECIPIENTS[to] ?? "")) await new Promise(() => undefined);
      },
    });
    const first = await start();
    kill = () => void first.child.kill("SIGKILL");
    const runId = await push(first.url);
    dies("accepted");
    expect(await first.ended).toMatchObject({ signal: "SIGKILL" });
    const before = messages.length;

    const { url, child, ended, stderr } = await start();
    expect(stderr.text()).toContain("The store has ");
    expect(await push(url)).toBe(runId);
    // An interrupted heartbeat comes again after a minute by itself, and at once if it is asked for.
    if (step === "heartbeat") await runBin(["heartbeat", "now", "--state-folder", state]);
    await until(() => {
      expect(messages.map(({ to }) => to)).toEqual(expect.arrayContaining(["team", "me"]));
    });
    expect(messages.length).toBeGreaterThan(before);
    await until(() =>
      expect(readFileSync(join(state, "ledger.lock.pid"), "utf8")).toBe(`${child.pid}`),
    );
    await vi.waitFor(
      async () => {
        expect(await list("runs")).toMatchObject([{ id: runId, state: "done" }]);
        const deliveries = await list("deliveries");
        expect(deliveries.map(({ state }) => state)).toEqual(deliveries.map(() => "sent"));
        const events = await list("events");
        expect(events.filter(({ runId: of }) => of === runId)).toHaveLength(1);
      },
      { timeout: 60_000, interval: 200 },
    );
    // At least once; twice only where nobody knows whether the message had arrived.
    const teamMessages = messages.filter(({ to }) => to === "team");
    expect(new Set(teamMessages.map(({ key }) => key)).size).toBe(1);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ exitCode: 0 });
  },
);

test.each(["before", "while"] as const)(
  "a server killed %s it sends the text of a mapping delivers it after its restart, and every text before the next",
  { tags: ["REC-1", "DEL-12"] },
  async (when) => {
    let kill: (() => void) | undefined;
    const { start, messages, list, state } = await createServer({
      mappings: [
        {
          id: "deploys",
          match: { path: "deploys" },
          action: "deliver",
          channel: "webhook",
          to: "team",
          textTemplate: "{{n}} is done",
        },
      ],
      beforeSend: async () => {
        if (kill === undefined) return;
        kill();
        kill = undefined;
        await new Promise(() => undefined);
      },
    });
    const deploy = async (url: string, n: number) => {
      const headers = { authorization: `Bearer ${TOKEN}`, "idempotency-key": `deploy-${n}` };
      const body = JSON.stringify({ n });
      const answer = await fetch(`${url}/deploys`, { method: "POST", headers, body });
      return { status: answer.status, body: await answer.json() };
    };
    const first = await start();
    if (when === "while") kill = () => void first.child.kill("SIGKILL");
    const accepted = await deploy(first.url, 1);
    expect(accepted).toEqual({ status: 202, body: { ok: true, delivery: expect.any(String) } });
    if (when === "before") first.child.kill("SIGKILL");
    expect(await first.ended).toMatchObject({ signal: "SIGKILL" });

    const { url, child, ended } = await start();
    expect(await deploy(url, 1)).toEqual(accepted);
    expect(await deploy(url, 2)).toMatchObject({ status: 202 });
    await until(() => expect(messages.map(({ text }) => text)).toContain("2 is done"));
    await vi.waitFor(
      async () => {
        const deliveries = await list("deliveries");
        expect(deliveries.map(({ state }) => state)).toEqual(["sent", "sent"]);
      },
      { timeout: 60_000, interval: 200 },
    );
    const texts = messages.map(({ text }) => text);
    expect([...new Set(texts)]).toEqual(["1 is done", "2 is done"]);
    expect(new Set(messages.map(({ key }) => key)).size).toBe(2);
    const id = (accepted.body as { delivery: string }).delivery;
    const shown = await runBin(["show", id, "--state-folder", state]);
    expect(shown.stdout).toContain("mapping deploys");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ exitCode: 0 });
  },
);

test("hookwright runs reports the process that does not answer while it is stopped, and finds it again", {
  tags: "OPS-1",
}, async () => {
  const { start, state, list } = await createServer();
  const { child } = await start();
  child.kill("SIGSTOP");
  const { exitCode, stderr } = await runBin(["runs", "--state-folder", state]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`The host (process ${child.pid}) does not answer.`);
  expect(stderr).toContain(`"kill -CONT ${child.pid}"`);
  child.kill("SIGCONT");
  expect(await list("runs")).toEqual([]);
});

test("SIGHUP and hookwright reload do the same, and the process continues", {
  tags: "OPS-1",
}, async () => {
  const { start, state } = await createServer();
  const { child, stderr, ended } = await start();
  child.kill("SIGHUP");
  await stderr.find(/Reloaded .*\n/);
  const { exitCode, stdout } = await runBin(["reload", "--state-folder", state]);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining("Reloaded ")]);
  expect(stderr.text().match(/^Reloaded/gm)).toHaveLength(2);
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ exitCode: 0 });
});
