import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { parseSince } from "../src/commands/operate/add-operate.ts";
import { run } from "../src/run.ts";
import { type Expected, expectRun, hookwright } from "./support/hookwright.ts";
import { createHosted, type HostedOptions, TOKEN } from "./support/hosted.ts";
import { startServe } from "./support/start-serve.ts";
import { createTestIo, type TestIo } from "./support/test-io.ts";
// Loaded before the first test, whose time their imports would take.
import "../src/host/start-host.ts";
import "../src/commands/operate/runs.ts";
import "../src/commands/serve.ts";

const PUSH = { pusher: { name: "ann\u001b[2J" }, repository: { full_name: "acme/site" } };

/** The path of a socket is short, so the folder is directly below the temporary one. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hw-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startHosted(options: HostedOptions = {}, args: readonly string[] = []) {
  const hosted = await createHosted(options);
  const folder = createFolder();
  const file = join(folder, "hooks.json5");
  writeFileSync(file, hosted.config);
  const state = join(folder, "state");
  const own = ["--config", file, "--dispatch", "host", "--state-folder", state];
  const served = await startServe([...own, ...args]);
  return { ...hosted, ...served, folder, file, state };
}

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, ...headers },
    body: JSON.stringify(body),
  });
}

async function operate(args: readonly string[], state: string) {
  const { exitCode, stdout, stderr } = await hookwright([...args, "--state-folder", state]);
  return { exitCode, out: stdout, err: stderr };
}

const askJson = async (args: readonly string[], state: string) =>
  JSON.parse((await operate([...args, "--json"], state)).out);

const expectOperated = (args: readonly string[], state: string, expected: Expected) =>
  expectRun([...args, "--state-folder", state], expected);

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 });

test("serve() with --dispatch host carries out a run, its summary, a heartbeat and both deliveries", async () => {
  const { url, io, messages, asked, stop, state } = await startHosted();
  const answer = await post(`${url}/github`, PUSH);
  expect(answer.status).toBe(202);
  const { runId } = (await answer.json()) as { runId: string };
  await until(() => expect(messages).toHaveLength(2));
  expect(messages).toMatchObject([
    { to: "team", text: "A push." },
    { to: "me", text: "All is well, boss." },
  ]);
  expect(asked[0]).toContain("pushed to acme/site");
  expect(asked[1]).toMatch(/^System: \[.*\] Hook Push/);
  await until(() => expect(io.stderr.text()).toMatch(/delivery \S+ sent, webhook/));
  expect(io.stderr.text()).toMatch(
    /^The store has 0 queued runs, 0 interrupted turns, 0 waiting events/m,
  );
  expect(io.stderr.text()).toContain(`run ${runId} done, mapping "push"`);

  const runs = await operate(
    ["runs", "--state", "done", "--mapping", "push", "--key", "hook:github"],
    state,
  );
  expect(runs.out.split("\n")[0]).toMatch(
    /^id +state +accepted +ended +tries +mapping +agent +key$/,
  );
  expect(runs.out).toContain(runId);
  expect(runs.out).not.toContain("acme/site");
  const shown = await operate(["runs", "show", runId], state);
  expect(shown.out).toContain("  from outside (");
  expect(shown.out).toContain("  │ ann[2J pushed to acme/site");
  expect(shown.out).toContain("answer (of a model that read text from outside):\n  │ A push.");
  const again = await operate(["runs", "retry", runId, "--json"], state);
  const { runId: second } = JSON.parse(again.out) as { runId: string };
  await until(() => expect(messages).toHaveLength(4));
  const { runs: both } = await askJson(["runs"], state);
  expect(both).toMatchObject([{ id: second, retryOf: runId }, { id: runId }]);
  const { deliveries } = await askJson(["deliveries"], state);
  expect(deliveries).toHaveLength(4);
  const { id: deliveryId } = deliveries[0] as { id: string };
  await expectOperated(["deliveries", "show", deliveryId], state, [0, /sent +1 of 1 parts/]);
  const elsewhere = ["deliveries", "retry", deliveryId, "--to", "other"];
  await expectOperated(elsewhere, state, [0, /^Delivery \S+ repeats /]);
  await until(() => expect(messages.at(-1)).toMatchObject({ to: "other" }));
  await expectOperated(["events"], state, [0, /done .* run /]);
  const [event] = (await askJson(["events"], state)).events as {
    id: string;
  }[];
  await expectOperated(["events", "show", event?.id ?? ""], state, [0, "Hook Push"]);
  const sessions = await operate(["sessions"], state);
  expect(sessions.out).toMatch(/hook:github +main +2/);
  await expectOperated(["sessions", "show", "hook:github"], state, [0, "A push."]);
  await expectOperated(["sessions", "forget", "hook:github"], state, [0]);
  await expectOperated(["sessions", "show", "hook:github"], state, [1]);
  await expectOperated(["heartbeat", "last"], state, [0, / sent +1 /]);
  expect((await operate(["heartbeat", "now"], state)).out).toBe("A heartbeat was requested.\n");
  const first = (await operate(["heartbeat", "--limit", "1"], state)).out;
  const cursor = /more heartbeats than these 1\..* --after (\S+)\n$/.exec(first)?.[1] ?? "";
  await expectOperated(["heartbeat", "--after", cursor], state, [0, / sent +1 /]);
  await expectOperated(["runs", "--after", cursor], state, [2, "not one of the list of runs"]);
  expect(await stop()).toBe(0);
  expect(io.stderr.text()).toContain(
    "Stopping; running turns have 1 s. A second signal ends at once",
  );
});

test("the commands open the store if no host is running, and say so", {
  tags: "OPS-1",
}, async () => {
  const { url, messages, stop, state, file } = await startHosted();
  const { runId } = (await (await post(`${url}/github`, PUSH)).json()) as { runId: string };
  await until(() => expect(messages).toHaveLength(2));
  await stop();
  await expectOperated(["runs", "retry", runId], state, [0, "No host is running"]);
  const [queued] = (await askJson(["runs", "--state", "queued"], state)).runs;
  await expectOperated(["runs", "cancel", queued.id], state, [0]);
  await expectOperated(["runs", "cancel", queued.id], state, [1, "cancelled already"]);
  await expectOperated(["runs", "show", "unknown"], state, [1, "`hookwright runs` lists"]);
  const [delivery] = (await askJson(["deliveries"], state)).deliveries;
  const retry = ["deliveries", "retry", delivery.id, "--to", "other"];
  await expectOperated(retry, state, [2, "Add --config FILE"]);
  await expectOperated([...retry, "--config", file], state, [0]);
  const [added] = (await askJson(["deliveries", "--state", "queued"], state)).deliveries;
  await expectOperated(["deliveries", "cancel", added.id], state, [0]);
  await expectOperated(["events", "--waiting", "--agent", "main"], state, [0, "waiting"]);
});

test("runs retry and cancel accept a selection, count it with --dry-run, and keep the order", {
  tags: "OPS-1",
}, async () => {
  let isDown = true;
  const { url, state, asked, file } = await startHosted({
    fault: () => (isDown ? { kind: "refuse", status: 400 } : undefined),
  });
  const ids: string[] = [];
  for (const name of ["one", "two", "three"]) {
    const answer = await post(`${url}/github`, { ...PUSH, pusher: { name } });
    ids.push(((await answer.json()) as { runId: string }).runId);
  }
  const listed = async (...filter: string[]) => (await askJson(["runs", ...filter], state)).runs;
  await until(async () => expect(await listed("--state", "dead")).toHaveLength(3));
  isDown = false;
  const [{ code }] = await listed("--state", "dead");
  const chosen = ["--state", "dead", "--code", code, "--mapping", "push", "--since", "1h"];
  expect(await listed(...chosen)).toHaveLength(3);
  expect((await operate(["runs", "retry", ...chosen, "--dry-run"], state)).out).toBe(
    "3 runs would be repeated. Nothing was changed.\n",
  );
  const before = asked.length;
  const retried = await operate(["runs", "retry", ...chosen, "--json"], state);
  expect(JSON.parse(retried.out)).toMatchObject({
    schema: "hookwright.runs-retry-many/1",
    count: 3,
    refused: {},
    dryRun: false,
  });
  await until(async () => expect(await listed("--state", "done")).toHaveLength(3));
  const names = asked
    .slice(before)
    .flatMap((text) => /(one|two|three) pushed/.exec(text)?.[1] ?? []);
  expect(names).toEqual(["one", "two", "three"]);
  expect((await listed("--state", "done")).map(({ retryOf }: never) => retryOf).reverse()).toEqual(
    ids,
  );
  // Each is repeated once.
  expect((await operate(["runs", "retry", ...chosen], state)).out).toBe("0 runs are repeated.\n");
  expect((await operate(["runs", "cancel", "--state", "queued"], state)).out).toBe(
    "0 runs are cancelled.\n",
  );
  const sent = ["--state", "sent", "--mapping", "push", "--since", "2026-01-01"];
  await until(async () =>
    expect((await operate(["deliveries", "retry", ...sent, "--dry-run"], state)).out).toContain(
      "3 deliveries would be",
    ),
  );
  expect(await operate(["deliveries", "retry", ...sent], state)).toMatchObject({
    exitCode: 1,
    out: "0 deliveries are repeated.\n3 were refused: sent.\n",
  });
  const elsewhere = [...sent, "--to", "other", "--config", file];
  expect((await operate(["deliveries", "retry", ...elsewhere], state)).out).toBe(
    "3 deliveries are repeated.\n",
  );
  expect((await operate(["deliveries", "cancel", "--state", "dead"], state)).out).toBe(
    "0 deliveries are cancelled.\n",
  );
});

test.each([
  [["runs", "retry"], "Name an id, or select by state."],
  [["runs", "cancel", "--code", "timeout"], "Name an id, or select by state."],
  [["deliveries", "retry", "--dry-run"], "Name an id, or select by state."],
  [["runs", "retry", "ID", "--state", "dead"], "An id cannot be combined with a selection."],
  [["deliveries", "cancel", "ID", "--dry-run"], "An id cannot be combined with a selection."],
  [["runs", "retry", "--state", "gone"], "Allowed choices are"],
  [["runs", "retry", "--state", "dead", "--since", "yesterday"], "Write an age such as 2h"],
])(
  "%j says which argument is missing, and changes nothing",
  { tags: "OPS-1" },
  async (args, message) => {
    const state = createFolder();
    await expectOperated(args, state, [2, message]);
  },
);

test.each([
  ["2h", "2026-11-21T10:00:00Z"],
  ["90m", "2026-11-21T10:30:00Z"],
  ["1d", "2026-11-20T12:00:00Z"],
  ["30s", "2026-11-21T11:59:30Z"],
  ["2026-11-20", "2026-11-20T00:00:00Z"],
  ["2026-11-20 08:09:10Z", "2026-11-20T08:09:10Z"],
  ["2026-11-20T08:09", "2026-11-20T08:09:00Z"],
  ["2026-11-20T08:09:10.5+02:00", "2026-11-20T06:09:10.500Z"],
])("parseSince() reads %s", (text, expected) => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  expect(parseSince(text, undefined, now)).toBe(Date.parse(expected));
});

test.each(["", "2", "2w", "-2h", "2026-13-01", "2026-11-21T25:00", "Nov 21 2026", "1763728205000"])(
  "parseSince() refuses %j",
  (text) => {
    expect(() => parseSince(text)).toThrow("Write an age such as 2h or 1d");
  },
);

test("runs show and events show find the id that the log prints for a wake and for a run", {
  tags: "ACC-4",
}, async () => {
  const { url, io, state } = await startHosted({}, ["--json"]);
  await post(`${url}/wake`, { text: "The build is red.", mode: "next-heartbeat" });
  const [line] = await io.stderr.find(/.*"route":"wake".*\n/);
  const { runId: wake } = JSON.parse(line) as { runId: string };
  for (const group of ["runs", "events"]) {
    const { out } = await operate([group, "show", wake, "--json"], state);
    expect(JSON.parse(out)).toMatchObject({
      schema: "hookwright.events-show/1",
      id: wake,
      origin: "wake",
    });
  }
  await expectOperated(["runs", "show", wake], state, [0, "The build is red."]);
  const { runId } = (await (await post(`${url}/github`, PUSH)).json()) as { runId: string };
  await expectOperated(["events", "show", runId], state, [0, /^run +\S/]);
  await expectOperated(["events", "show", "unknown"], state, [
    1,
    "There is no run and no event unknown.",
  ]);
});

/** As `createHosted` has it, but that nobody says whom answers are for. */
async function writeLost(folder: string) {
  const { config, messages } = await createHosted();
  const { hooks, channels, ...rest } = JSON.parse(config);
  const [{ to: _, channel: __, ...push }] = hooks.mappings;
  const lost = { ...rest, hooks: { ...hooks, mappings: [push] }, channels };
  lost.agents.defaults.heartbeat = { every: "0m", target: "last" };
  const file = join(folder, "hooks.json5");
  const write = (more: object) =>
    writeFileSync(
      file,
      JSON.stringify({ ...lost, channels: { webhook: { ...channels.webhook, ...more } } }),
    );
  write({});
  return { file, write, messages, state: join(folder, "state") };
}

const LOST =
  'No recipient is known on webhook, so the answers of 1 mapping ("push") and the heartbeats of 1 agent ("main") go to nobody.';

test("serve() warns before the first event about answers that are sent to nobody, until the line is written", {
  tags: ["DEL-3", "DEL-4"],
}, async () => {
  const { file, write, messages, state } = await writeLost(createFolder());
  const args = ["--config", file, "--dispatch", "host", "--state-folder", state, "--watch"];
  const { io, url, stop } = await startServe(args);
  const before = io.stderr.text();
  expect(before.indexOf("Listening")).toBeGreaterThan(before.indexOf(LOST));
  expect(before).toContain(LOST);
  expect(before).toContain('Write defaultTo: "ops" into channels.webhook');
  await post(`${url}/github`, PUSH);
  await until(async () => {
    const listed = await operate(["deliveries", "--state", "dead", "--json"], state);
    expect(JSON.parse(listed.out).deliveries).toMatchObject([
      { code: "no_recipient" },
      { code: "no_recipient" },
    ]);
  });
  write({ limit: 500 });
  await until(() => expect(io.stderr.text().split(LOST)).toHaveLength(3));
  write({ defaultTo: "ops" });
  await until(() => expect(io.stderr.text().match(/^Reloaded/gm)).toHaveLength(2));
  await post(`${url}/github`, PUSH);
  await until(() => expect(messages.map(({ to }) => to)).toEqual(["ops", "ops"]));
  await stop();
  expect(io.stderr.text().split(LOST)).toHaveLength(3);
});

test("check() reports once which answers are sent to nobody, and --strict refuses them", {
  tags: "DEL-3",
}, async () => {
  const { file, write } = await writeLost(createFolder());
  const first = await expectRun(["check", file], [0, "warning recipient_missing channels.webhook"]);
  expect(first.stdout.split(LOST)).toHaveLength(2);
  await expectRun(["check", file, "--strict"], [1]);
  write({ defaultTo: "ops" });
  await expectRun(["check", file, "--strict"], [0]);
});

test("check() and explain() know the channels that the config or --host-config name", async () => {
  const folder = createFolder();
  const mapping = { match: { path: "ci" }, messageTemplate: "{{job}}", channel: "pager" };
  const hooks = { hooks: { enabled: true, token: TOKEN, mappings: [mapping] } };
  const file = join(folder, "hooks.json");
  const host = join(folder, "host.yaml");
  const unknown = async (config: object, ...args: readonly string[]) => {
    writeFileSync(file, JSON.stringify(config));
    const { exitCode, stdout } = await hookwright(["check", file, "--json", ...args]);
    return [exitCode, stdout.includes('names the channel \\"pager\\"')];
  };
  expect(await unknown(hooks)).toEqual([0, true]);
  expect(await unknown({ ...hooks, channels: { pager: {} } })).toEqual([0, false]);
  writeFileSync(host, "channels:\n  pager: {}\n");
  expect(await unknown(hooks, "--host-config", host)).toEqual([0, false]);
  writeFileSync(host, "host:\n  channels: { Pager: {} }\n");
  expect(await unknown(hooks, "--host-config", host)).toEqual([0, false]);
  const event = ["--name", "ci", "--payload", join(folder, "event.json")];
  writeFileSync(join(folder, "event.json"), '{"job":"red"}');
  const args = ["explain", file, ...event, "--host-config", host, "--json"];
  expect(JSON.parse((await expectRun(args, [0])).stdout)).toMatchObject({
    resolution: { action: { channel: "Pager" } },
  });
});

test("check() shows the line in the format of the file that has the channels", {
  tags: "DEL-3",
}, async () => {
  const folder = createFolder();
  const mapping = { id: "ci", match: { path: "ci" }, messageTemplate: "{{job}}" };
  const hooks = { hooks: { enabled: true, token: TOKEN, mappings: [mapping] } };
  const runner = 'host: { runner: { http: { baseUrl: "http://127.0.0.1:9/v1" } } }';
  const channels = 'channels:\n  webhook:\n    url: "http://127.0.0.1:9/in"\n';
  writeFileSync(join(folder, "hooks.json"), JSON.stringify(hooks));
  writeFileSync(join(folder, "host.yaml"), `${runner}\n${channels}`);
  await expectRun(
    ["check", join(folder, "hooks.json"), "--host-config", join(folder, "host.yaml")],
    [
      0,
      /warning recipient_missing channels\.webhook \(\S+host\.yaml:4:5/,
      'Write defaultTo: "ops" into channels.webhook',
    ],
  );
  writeFileSync(
    join(folder, "all.json"),
    JSON.stringify({ ...hooks, host: {}, channels: { webhook: { url: "http://127.0.0.1:9/in" } } }),
  );
  const inJson = 'Write "defaultTo": "ops" into channels.webhook';
  await expectRun(["check", join(folder, "all.json")], [0, inJson]);
  const mappings = "[{ match: { path: a }, messageTemplate: b }]";
  const stdin = `host: {}\n${channels}hooks:\n  mappings: ${mappings}\n`;
  const inYaml = 'Write defaultTo: "ops" into channels.webhook';
  await expectRun(["check", "-"], [0, inYaml], { stdin });
});

test("route set and route list use the host, or the store if no host is running; a stored route silences serve", {
  tags: "DEL-2",
}, async () => {
  const { file, messages, state } = await writeLost(createFolder());
  const args = ["--config", file, "--dispatch", "host", "--state-folder", state];
  const first = await startServe(args);
  await expectOperated(["route", "set", "webhook"], state, [2, "Write CHANNEL:TO"]);
  await expectOperated(["route", "set", "signal:1"], state, [
    1,
    "The channel signal is not configured",
  ]);
  expect((await operate(["route", "list"], state)).out).toBe("No routes.\n");
  const set = await operate(["route", "set", "webhook:team:a"], state);
  expect(set.out).toMatch(/^agent +channel +to +since\nmain +webhook +team:a +2/);
  await post(`${first.url}/github`, PUSH);
  await until(() => expect(messages.map(({ to }) => to)).toEqual(["team:a", "team:a"]));
  await first.stop();
  expect(first.io.stderr.text()).toContain(LOST);

  const other = ["route", "set", "webhook:me", "--agent", "ops"];
  await expectOperated(other, state, [2, "Add --config FILE"]);
  await expectOperated([...other, "--config", file], state, [0]);
  const { routes } = await askJson(["route", "list"], state);
  expect(routes).toMatchObject([
    { agentId: "ops", channel: "webhook", to: "me" },
    { agentId: "main", channel: "webhook", to: "team:a" },
  ]);
  const second = await startServe(args);
  await second.stop();
  expect(second.io.stderr.text()).not.toContain("go to nobody");
});

test("show --follow prints each step until everything has ended; send-test sends one line", {
  tags: "OPS-1",
}, async () => {
  let send = (): void => undefined;
  const isSent = new Promise<void>((resolve) => {
    send = resolve;
  });
  const { url, messages, stop, state, file } = await startHosted({ beforeSend: () => isSent });
  const { runId } = (await (await post(`${url}/github`, PUSH)).json()) as { runId: string };
  const following = operate(["show", runId, "--follow", "--json"], state);
  setTimeout(send, 1_500);
  const { exitCode, out } = await following;
  expect(exitCode).toBe(0);
  const steps = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly kind: string; readonly state: string });
  const statesOf = (kind: string) =>
    steps.flatMap((step) => (step.kind === kind ? step.state : []));
  expect(statesOf("run").at(-1)).toBe("done");
  expect(statesOf("part").filter((one) => one === "sent")).toHaveLength(2);
  expect(statesOf("heartbeat").at(-1)).toBe("sent");
  await expectOperated(["show", runId, "--follow"], state, [0, /part +sent/]);
  await expectOperated(["show", runId], state, [0, /│ A push\.[\s\S]*It has ended\./]);
  await expectOperated(["show", "nothing"], state, [1, "Nothing in the store has the id nothing."]);

  const test = ["send-test", "webhook", "--to", "me"];
  await expectOperated(test, state, [
    0,
    /^The channel webhook has taken the message, as message-3\./,
  ]);
  expect(messages.at(-1)).toMatchObject({
    to: "me",
    text: expect.stringContaining("test message"),
  });
  await expectOperated(["send-test", "signal", "--to", "me"], state, [1, "is not configured"]);
  await stop();
  await expectOperated(test, state, [2, "Add --config FILE"]);
  await expectOperated([...test, "--config", file], state, [0, "as message-4"]);
});

test("status shows what the host is doing, or the contents of its store if none is running", {
  tags: "OPS-1",
}, async () => {
  const { url, messages, stop, state } = await startHosted();
  await post(`${url}/github`, PUSH);
  await until(() => expect(messages).toHaveLength(2));
  await until(async () =>
    expect((await operate(["status"], state)).out).toMatch(
      /heartbeat main +last \d{4}-\S+ \S+ \((?:run|wake)\): sent\n/,
    ),
  );
  const { out } = await operate(["status"], state);
  expect(out).toMatch(
    /^The host of \S+state is running\.\nruns +1 done; room for 10000 more\nevents +0 waiting\n/,
  );
  expect(out).toMatch(/deliveries +2 sent\nchannel webhook +in use\n/);
  expect(out).toMatch(/store +\d+\.\d MiB\n$/);
  await stop();
  const after = await operate(["status"], state);
  expect(after.out).toMatch(/^No host is running on \S+state\. Its store has:\nruns +1 done; /);
  expect(after.out).not.toContain("channel");
  const json = await askJson(["status"], state);
  expect(json).toMatchObject({ isLive: false, phase: "new", runs: { done: 1 }, channels: [] });
});

test("the commands say what to do if there is no store", { tags: "OPS-5" }, async () => {
  const state = join(createFolder(), "none");
  await expectOperated(["runs"], state, [1, "Start `hookwright serve --dispatch host`"]);
});

test("serve() reports on --admin whether the host is healthy", { tags: "OPS-4" }, async () => {
  const { io, url } = await startHosted({}, ["--admin", "0"]);
  const [health] = await io.stderr.find(/http:\S+\/healthz/);
  const answer = await fetch(health);
  expect([answer.status, await answer.json()]).toEqual([200, { status: "ok", reasons: [] }]);
  expect((await fetch(health, { method: "POST" })).status).toBe(405);
  expect((await fetch(health.replace("healthz", "other"))).status).toBe(404);
  await post(`${url}/agent`, {
    message: "Hello",
    deliver: true,
    channel: "signal",
    to: "+15550100",
  });
  await until(async () => {
    const found = (await (await fetch(health)).json()) as { status: string };
    expect(found.status).toBe("degraded");
  });
});

test("serve() shows on --admin what the host did and has to do", { tags: "OPS-3" }, async () => {
  const { io, url, messages } = await startHosted({}, ["--admin", "0"]);
  const [metrics] = await io.stderr.find(/http:\S+\/metrics/);
  await post(`${url}/github`, PUSH);
  await until(() => expect(messages).toHaveLength(2));
  await until(async () => {
    const text = await (await fetch(metrics)).text();
    expect(text).toContain('hookwright_host_accepted_to_sent_seconds_count{channel="webhook"} 1');
    expect(text).toContain('hookwright_host_tries_total{kind="delivery"} 2');
    expect(text).toContain('hookwright_host_heartbeats_total{outcome="sent"} 1');
    expect(text).toContain("hookwright_host_room 10000");
    expect(text).toMatch(/hookwright_host_tokens_total\{kind="output"\} [1-9]/);
    expect(text).toMatch(
      /hookwright_host_channel_last_sent_timestamp_seconds\{channel="webhook"\} \d/,
    );
  });
});

test("serve() reports on --admin that the disk is full, and senders get 503", {
  tags: ["OPS-4", "LIM-4"],
}, async ({ skip }) => {
  const folder = createFolder();
  const state = join(folder, "state");
  mkdirSync(state);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m,mode=0700", "tmpfs", state]);
  if (mounted.status !== 0) return skip("this user may mount no disk");
  onTestFinished(() => void spawnSync("umount", ["--lazy", state]));
  const { config } = await createHosted();
  const file = join(folder, "hooks.json5");
  writeFileSync(file, config);
  const own = ["--config", file, "--dispatch", "host", "--state-folder", state, "--admin", "0"];
  const { io, url } = await startServe(own);
  const [health] = await io.stderr.find(/http:\S+\/healthz/);
  const refused = await post(`${url}/github`, PUSH);
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: "storage_full" }]);
  const answer = await fetch(health);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      status: "failing",
      reasons: [
        expect.stringMatching(
          /^store: The disk has \d MiB free, and senders get 503 below 100 MiB\. Free some space\.$/,
        ),
      ],
    },
  ]);
});

test("serve() with --dispatch host prints the two missing lines if no runner is set", async () => {
  const folder = createFolder();
  const file = join(folder, "hooks.json5");
  writeFileSync(file, JSON.stringify({ hooks: { enabled: true, token: TOKEN } }));
  const own = ["--config", file, "--dispatch", "host", "--state-folder", join(folder, "state")];
  await expectRun(
    ["serve", "--port", "0", ...own],
    [1, "error runner_missing host.runner", /host: \{ runner: .*\n.*agents: \{ defaults: \{ model/],
  );
});

test("serve() refuses a second process on one store, and host options without a host", async () => {
  const { file, state } = await startHosted();
  const args = ["serve", "--port", "0", "--config", file];
  const used = `is used by process ${process.pid}`;
  await expectRun([...args, "--dispatch", "host", "--state-folder", state], [1, used]);
  for (const option of ["--state-folder", "--host-config"]) {
    await expectRun([...args, option, state], [2, `${option} is an option of a host`]);
  }
});

test("serve() with --standby answers 503 beside another one, and takes over when that one stops", async () => {
  const first = await startHosted({}, ["--standby"]);
  const { file, state } = first;
  const own = ["--config", file, "--dispatch", "host", "--state-folder", state];
  const startStandby = async (): Promise<{
    readonly io: TestIo;
    readonly exit: Promise<number>;
  }> => {
    const io = createTestIo();
    const ports = ["--port", "0", "--admin", "0"];
    const exit = run(["serve", ...own, ...ports, "--standby", "--lease", "60"], io);
    onTestFinished(() => void io.signals.emit("SIGTERM"));
    return { io, exit };
  };
  const [second, third] = [await startStandby(), await startStandby()];
  const [, url = ""] = await second.io.stderr.find(/Standing by at (http:\S+):/);
  const refused = await post(`${url}/hooks/github`, PUSH);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.json()).toMatchObject({ ok: false, code: "standby" });
  // A process that wants the store alone is refused beside standbys.
  const used = `is used by process ${process.pid}`;
  await expectRun(["serve", "--port", "0", ...own], [1, used]);
  third.io.signals.emit("SIGTERM");
  expect(await third.exit).toBe(0);

  expect(await first.stop()).toBe(0);
  const [, taken = ""] = await second.io.stderr.find(/Listening on (http:\S+)/);
  expect((await post(`${taken}/github`, PUSH)).status).toBe(202);
  const [, admin = ""] = await second.io.stderr.find(/Its state is at (http:\S+)/);
  await vi.waitFor(async () => expect((await fetch(admin)).status).toBe(200));
  second.io.signals.emit("SIGTERM");
  expect(await second.exit).toBe(0);
});

test.each([
  [["--standby"], "--standby is an option of a host."],
  [["--lease", "5"], "--lease is an option of a standby."],
  [["--dispatch", "host", "--standby", "--lease", "1"], "a whole number from 2 to 3600"],
])("serve() refuses %j without what it needs", async (args, message) => {
  await expectRun(["serve", "--config", "-", ...args], [2, message]);
});

test("serve() reads the host from --host-config, reports its problems there, and reloads it", async () => {
  const { config } = await createHosted();
  const { host, hooks, ...rest } = JSON.parse(config);
  const folder = createFolder();
  const [file, own] = [join(folder, "hooks.json5"), join(folder, "host.json5")];
  writeFileSync(file, JSON.stringify({ hooks, ...rest }));
  writeFileSync(own, JSON.stringify({ host: { ...host, retainDay: 3 } }, null, 1));
  const state = join(folder, "state");
  const args = ["--config", file, "--dispatch", "host", "--state-folder", state];
  const unknown = /error unknown_key host\.retainDay \(\S+host\.json5:\d+:\d+\)/;
  await expectRun(["serve", "--port", "0", ...args, "--host-config", own], [1, unknown]);
  await expectRun(["check", file, "--host-config", own], [1, '"retainDays"']);

  writeFileSync(own, JSON.stringify({ host }));
  const served = await startServe([...args, "--host-config", own, "--watch"]);
  writeFileSync(own, JSON.stringify({ host: { ...host, onInterrupted: "never" } }));
  await served.io.stderr.find(/previous settings of the host stay in use/);
  writeFileSync(own, JSON.stringify({ host: { ...host, onInterrupted: "fail" } }));
  await until(() => expect(served.io.stderr.text().match(/^Reloaded/gm)).toHaveLength(2));
  expect(await served.stop()).toBe(0);
});

test("hookwright reload reads the config and the host again, reports the result, and resumes a paused channel", {
  tags: "OPS-1",
}, async () => {
  const { file, state, config, stop } = await startHosted();
  expect(await operate(["reload"], state)).toEqual({
    exitCode: 0,
    out: `Reloaded ${file}. Serves 1 mapping at /hooks.\n`,
    err: "",
  });
  const { host, ...rest } = JSON.parse(config);
  writeFileSync(file, JSON.stringify({ ...rest, host: { ...host, onInterrupted: "never" } }));
  await expectOperated(["reload"], state, [
    1,
    /^Reloaded .*\nThe previous settings of the host stay in use/,
  ]);
  writeFileSync(file, "{");
  const wrong = await operate(["reload", "--json"], state);
  expect(wrong.exitCode).toBe(1);
  expect(JSON.parse(wrong.out)).toMatchObject({
    schema: "hookwright.reload/1",
    ok: false,
    lines: [
      `Not reloaded: ${file} has 1 error; the previous hooks stay in use.`,
      expect.stringContaining("config_syntax"),
    ],
  });
  writeFileSync(file, config);
  expect(await operate(["reload"], state)).toMatchObject({ exitCode: 0 });
  await stop();
  await expectOperated(["reload"], state, [
    1,
    "No host is running, so there is nothing to reload.",
  ]);
});

test("serve() with --watch uses the new secret of a channel after its file is replaced by a link", async () => {
  const { config } = await createHosted();
  const { channels, ...rest } = JSON.parse(config);
  const folder = createFolder();
  const [file, token] = [join(folder, "hooks.json5"), join(folder, "token")];
  writeFileSync(token, "first-token-of-a-channel");
  writeFileSync(join(folder, "second"), "second-token-of-a-channel");
  const webhook = { ...channels.webhook, token: { file: "token" } };
  writeFileSync(file, JSON.stringify({ ...rest, channels: { webhook } }));
  const state = ["--state-folder", join(folder, "state")];
  const served = await startServe(["--config", file, "--dispatch", "host", "--watch", ...state]);
  for (const turn of [1, 2]) {
    symlinkSync("second", join(folder, "link"));
    renameSync(join(folder, "link"), token);
    await until(() => expect(served.io.stderr.text().match(/^Reloaded/gm)).toHaveLength(turn));
  }
  expect(await served.stop()).toBe(0);
});
