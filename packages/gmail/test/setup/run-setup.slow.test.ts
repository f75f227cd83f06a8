// Set-ups of all modes against the local Google.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createNodeSecrets, loadHooks } from "@hookwright/config";
import { startFakeGoogle } from "@hookwright/fake-google";
import { lockFile } from "@hookwright/host";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { startServe } from "../../../cli/test/support/start-serve.ts";
import type { MailLogEntry } from "../../src/model/log.ts";
import { watchMailbox } from "../../src/run/watch-mailbox.ts";
import { readGmailSettings } from "../../src/settings/read-gmail-settings.ts";
import { HOOK_TOKEN, PUSH_ENDPOINT, PUSH_TOKEN, wizardConfig } from "../support/wizard-config.ts";
import { ACCOUNT, type Bench, startBench } from "./start-setup.ts";

const TOPIC = "projects/demo-project/topics/hookwright-gmail";
const SUBSCRIPTION = "projects/demo-project/subscriptions/hookwright-gmail-you-gmail-com";

/** What setup left behind, without what is random. */
function endOf({ google, configPath, accountFolder, stateFolder }: Bench) {
  const gmail = google.gmail.status();
  return {
    config: readFileSync(configPath, "utf8").replaceAll(stateFolder, "STATE"),
    journal: JSON.parse(readFileSync(join(accountFolder, "setup.json"), "utf8")),
    hasLogin: existsSync(join(accountFolder, "login.json")),
    hasBackup: existsSync(join(accountFolder, "config-before.json")),
    watch: gmail.watch?.topic,
    subscriptions: Object.keys(google.pubsub.status()),
  };
}

test("runSetup(): an empty folder becomes a config that can be served, by pull", async () => {
  const bench = await startBench();
  const { google, configPath, stateFolder, accountFolder, told, setup } = bench;
  expect(await setup()).toEqual({
    ok: true,
    account: ACCOUNT,
    mode: "pull",
    topic: TOPIC,
    subscription: SUBSCRIPTION,
    notes: [],
  });
  const token = join(stateFolder, "hook-token");
  expect(readFileSync(configPath, "utf8")).toBe(`{
  hooks: {
    enabled: true,
    token: { file: ${JSON.stringify(token)} },
    presets: ["gmail"],
    gmail: {
      account: "you@gmail.com",
      topic: "${TOPIC}",
      subscription: "${SUBSCRIPTION}",
    },
  },
}
`);
  const loaded = await loadHooks(configPath);
  expect(loaded.problems).toEqual([]);
  if (loaded.ok) await loaded.close(0);
  for (const path of [
    token,
    ...["login.json", "setup.json"].map((name) => join(accountFolder, name)),
  ]) {
    expect(statSync(path).mode & 0o777, path).toBe(0o600);
  }
  expect(google.gmail.status().watch?.topic).toBe(TOPIC);
  expect(told.filter(({ state }) => state === "done").map(({ step }) => step)).toEqual([
    "login",
    "topic",
    "publisher",
    "subscription",
    "watch",
    "config",
    "check",
  ]);
  const created = google.requests.find(
    ({ method, path }) => method === "PUT" && path.includes("/subscriptions/"),
  );
  expect(JSON.parse(created?.body ?? "")).toMatchObject({
    topic: TOPIC,
    expirationPolicy: {},
    ackDeadlineSeconds: 60,
  });
});

test("runSetup(): a second run changes nothing, and asks nobody to log in", async () => {
  const bench = await startBench();
  await bench.setup();
  const before = endOf(bench);
  const login = readFileSync(join(bench.accountFolder, "login.json"), "utf8");
  const token = readFileSync(join(bench.stateFolder, "hook-token"), "utf8");
  expect(await bench.setup({ clientPath: undefined })).toMatchObject({ ok: true, mode: "pull" });
  expect(endOf(bench)).toEqual(before);
  expect(bench.pages).toHaveLength(1);
  expect(readFileSync(join(bench.accountFolder, "login.json"), "utf8")).toBe(login);
  expect(readFileSync(join(bench.stateFolder, "hook-token"), "utf8")).toBe(token);
});

const STEPS = ["login", "topic", "publisher", "subscription", "watch", "config", "check"] as const;

class Killed extends Error {}

test.each(STEPS.flatMap((step) => [["before", step] as const, ["after", step] as const]))(
  "runSetup(): killed %s the step %s and run again, it has the same end",
  async (when, step) => {
    const whole = await startBench({ config: CONFIG });
    await whole.setup();
    const bench = await startBench({ config: CONFIG });
    const killed = bench.setup({
      tell: (event) => {
        if (event.step === step && event.state === (when === "before" ? "begun" : "done")) {
          throw new Killed();
        }
      },
    });
    await killed.catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
    expect(await bench.setup()).toMatchObject({ ok: true, mode: "pull" });
    expect(endOf(bench)).toEqual(endOf(whole));
    expect(bench.google.pubsub.status()).toHaveProperty([SUBSCRIPTION]);
  },
);

const CONFIG = `{
  // Ours.
  hooks: {
    path: "/in", // short
    mappings: [{ match: { path: "ci" }, messageTemplate: "{{job}}" }],
  },
  gateway: { port: 1 },
}
`;

test("runSetup(): the change is taken back where the result cannot be served, also after a kill", async () => {
  const bench = await startBench({ config: CONFIG });
  const checkConfig = async () => "error: something else";
  const stopped = bench.setup({
    tell: ({ step, state }) => {
      if (step === "config" && state === "done") throw new Killed();
    },
  });
  await stopped.catch(() => undefined);
  expect(readFileSync(bench.configPath, "utf8")).toContain("gmail: {");
  expect(await bench.setup({ checkConfig })).toMatchObject({
    ok: false,
    step: "check",
    failure: {
      message: expect.stringContaining("again what it was"),
      hint: expect.stringContaining("something else"),
    },
  });
  expect(readFileSync(bench.configPath, "utf8")).toBe(CONFIG);
  const fresh = await startBench();
  expect(await fresh.setup({ checkConfig })).toMatchObject({ ok: false });
  expect(existsSync(fresh.configPath)).toBe(false);
  // An edit of somebody else is never undone.
  const edited = await startBench({ config: CONFIG });
  const result = await edited.setup({
    checkConfig: async (path) => {
      writeFileSync(path, "{}");
      return "error";
    },
  });
  expect(result).toMatchObject({ failure: { message: "The config cannot be served." } });
  expect(readFileSync(edited.configPath, "utf8")).toBe("{}");
});

test("runSetup(): the config of another gateway's wizard stays as it is, in push mode", async () => {
  const config = wizardConfig();
  const bench = await startBench({ config, configName: "hooks.json" });
  bench.google.pubsub.setUp({
    topic: "gog-gmail-watch",
    subscription: "gog-gmail-watch-push",
    pushConfig: { pushEndpoint: "https://host.ts.net/gmail-pubsub?token=b" },
  });
  expect(await bench.setup()).toMatchObject({
    ok: true,
    mode: "push",
    topic: "projects/demo-project/topics/gog-gmail-watch",
    subscription: "projects/demo-project/subscriptions/gog-gmail-watch-push",
  });
  expect(readFileSync(bench.configPath, "utf8")).toBe(config);
  const changes = bench.google.requests.filter(
    ({ method, path }) => method !== "GET" && path.includes("/subscriptions/"),
  );
  expect(changes).toEqual([]);
  // Its subscription cannot be pulled, and is not changed behind its owner's back.
  expect(await bench.setup({ mode: "pull" })).toMatchObject({
    ok: false,
    step: "subscription",
    failure: {
      message: expect.stringContaining("posts to an address"),
      hint: expect.stringContaining("--subscription"),
    },
  });
  expect(await bench.setup({ mode: "pull", subscription: "ours" })).toMatchObject({ ok: true });
  const after = JSON.parse(readFileSync(bench.configPath, "utf8"));
  expect(after.hooks.gmail).toEqual({
    ...JSON.parse(config).hooks.gmail,
    subscription: "projects/demo-project/subscriptions/ours",
    mode: "pull",
  });
});

test("runSetup(): push mode has a signed identity, or a token in a file", async () => {
  const pushEndpoint = "https://mail.example.org/gmail-pubsub";
  const signed = await startBench();
  const email = "pusher@demo-project.iam.gserviceaccount.com";
  expect(
    await signed.setup({ mode: "push", pushEndpoint, pushServiceAccount: email }),
  ).toMatchObject({ ok: true, mode: "push" });
  const text = readFileSync(signed.configPath, "utf8");
  expect(text).toContain(`audience: "${pushEndpoint}"`);
  expect(text).toContain(`email: "${email}"`);
  expect(text).toContain('mode: "push"');
  const created = signed.google.requests.find(
    ({ method, path }) => method === "PUT" && path.includes("/subscriptions/"),
  );
  expect(JSON.parse(created?.body ?? "").pushConfig).toEqual({
    pushEndpoint,
    oidcToken: { serviceAccountEmail: email, audience: pushEndpoint },
  });

  const plain = await startBench({ configName: "hooks.yaml" });
  expect(await plain.setup({ mode: "push" })).toMatchObject({
    ok: false,
    step: "subscription",
    failure: { hint: expect.stringContaining("--push-endpoint") },
  });
  expect(await plain.setup({ mode: "push", pushEndpoint })).toMatchObject({ ok: true });
  const tokenPath = join(plain.accountFolder, "push-token");
  const token = readFileSync(tokenPath, "utf8").trim();
  expect(statSync(tokenPath).mode & 0o777).toBe(0o600);
  expect(readFileSync(plain.configPath, "utf8")).toBe(`hooks:
  enabled: true
  token:
    file: ${join(plain.stateFolder, "hook-token")}
  presets:
    - gmail
  gmail:
    account: you@gmail.com
    topic: ${TOPIC}
    subscription: ${SUBSCRIPTION}
    pushToken:
      file: ${tokenPath}
`);
  // The address can change; the journal remembers the last one.
  expect(await plain.setup({ pushEndpoint: "https://b.example.org/x" })).toMatchObject({
    ok: true,
  });
  expect(await plain.setup()).toMatchObject({ ok: true, mode: "push" });
  const endpoint = plain.google.requests.findLast(({ path }) => path.endsWith(":modifyPushConfig"));
  expect(JSON.parse(endpoint?.body ?? "").pushConfig.pushEndpoint).toBe(
    `https://b.example.org/x?token=${token}`,
  );
});

test("runSetup(): poll mode asks for no Pub/Sub; pull asks for the login that it lacks", async () => {
  const bench = await startBench({ configName: "hooks.json" });
  expect(await bench.setup({ mode: "poll" })).toEqual({
    ok: true,
    account: ACCOUNT,
    mode: "poll",
    notes: [],
  });
  expect(bench.google.requests.filter(({ path }) => path.includes("/projects/"))).toEqual([]);
  expect(bench.pages[0]).not.toContain("pubsub");
  const { gmail } = JSON.parse(readFileSync(bench.configPath, "utf8")).hooks;
  expect(gmail).toEqual({ account: ACCOUNT });
  expect(await bench.setup()).toMatchObject({ mode: "poll" });
  expect(bench.pages).toHaveLength(1);
  expect(await bench.setup({ mode: "pull" })).toMatchObject({ ok: true, mode: "pull" });
  expect(bench.pages).toHaveLength(2);
});

test("runSetup(): credentials in a file need no login, and the config refers to them", async () => {
  const bench = await startBench({ delegatedAccounts: [ACCOUNT] });
  const credentialsPath = join(bench.dir, "key.json");
  writeFileSync(credentialsPath, JSON.stringify(bench.google.oauth.createServiceAccount()));
  expect(await bench.setup({ clientPath: undefined, credentialsPath })).toMatchObject({
    ok: true,
    topic: TOPIC,
  });
  expect(readFileSync(bench.configPath, "utf8")).toContain(
    `credentials: { file: ${JSON.stringify(credentialsPath)} }`,
  );
  expect(existsSync(join(bench.accountFolder, "login.json"))).toBe(false);
  expect(await bench.setup({ clientPath: undefined })).toMatchObject({ ok: true });
  writeFileSync(credentialsPath, "{}");
  expect(await bench.setup()).toMatchObject({ ok: false, step: "login" });
  expect(await bench.setup({ credentialsPath: join(bench.dir, "none.json") })).toMatchObject({
    failure: { message: expect.stringContaining("ENOENT") },
  });
  expect(bench.pages).toEqual([]);
});

test("runSetup(): a secret of the config is read as run reads it: by a provider, or put together", async () => {
  const bench = await startBench({ delegatedAccounts: [ACCOUNT] });
  const key = { mail: JSON.stringify(bench.google.oauth.createServiceAccount()) };
  writeFileSync(join(bench.dir, "secrets.json"), JSON.stringify(key));
  const credentials = { source: "file", provider: "disk", id: "/mail" };
  const config = {
    secrets: { providers: { disk: { source: "file", path: "secrets.json" } } },
    hooks: { gmail: { credentials, pushToken: "a-${PUSH_TOKEN}" } },
  };
  writeFileSync(bench.configPath, JSON.stringify(config));
  const pushEndpoint = "https://mail.example.org/gmail-pubsub";
  const env = { PUSH_TOKEN: "secret" };
  expect(await bench.setup({ clientPath: undefined, pushEndpoint, env })).toMatchObject({
    ok: true,
    mode: "push",
  });
  const sent = bench.google.requests.map(({ body }) => body).join("\n");
  expect(sent).toContain(`${pushEndpoint}?token=a-secret`);
  writeFileSync(bench.configPath, JSON.stringify({ hooks: { gmail: { credentials: 7 } } }));
  expect(await bench.setup({ clientPath: undefined })).toMatchObject({ ok: false, step: "login" });
});

test("runSetup(): labels are found by name; --hook-url and --label are written to the config", async () => {
  const bench = await startBench();
  bench.google.gmail.createLabel("Receipts");
  const hookUrl = "http://127.0.0.1:18789/hooks/gmail";
  expect(await bench.setup({ label: "receipts", hookUrl })).toMatchObject({ ok: true });
  const text = readFileSync(bench.configPath, "utf8");
  expect(text).toContain('label: "receipts"');
  expect(text).toContain(`hookUrl: "${hookUrl}"`);
  expect(await bench.setup({ label: "none" })).toMatchObject({
    step: "watch",
    failure: { message: 'The mailbox has no label "none".' },
  });
});

test("runSetup(): the page of the login asks offline, with consent, PKCE and the account, and for two scopes", async () => {
  const bench = await startBench();
  await bench.setup();
  const query = Object.fromEntries(new URL(bench.pages[0] ?? "").searchParams);
  expect(query).toMatchObject({
    response_type: "code",
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    scope: [
      "https://www.googleapis.com/auth/gmail.readonly",
      "https://www.googleapis.com/auth/pubsub",
    ].join(" "),
    state: expect.stringMatching(/^.{32}$/),
    code_challenge: expect.stringMatching(/^.{43}$/),
    code_challenge_method: "S256",
    access_type: "offline",
    prompt: "consent",
    login_hint: ACCOUNT,
  });
});

test("runSetup(): the login loads Google's library with its own log off, which prints tokens", async () => {
  const bench = await startBench();
  process.env["GOOGLE_SDK_NODE_LOGGING"] = "all";
  onTestFinished(() => void delete process.env["GOOGLE_SDK_NODE_LOGGING"]);
  let seen: string | undefined = "not asked";
  const show = (page: string): void => {
    seen = process.env["GOOGLE_SDK_NODE_LOGGING"];
    void fetch(page).then((answer) => answer.text());
  };
  const login = { port: 0, timeoutMs: 60_000, show };
  expect(await bench.setup({ login })).toMatchObject({ ok: true });
  expect(seen).toBeUndefined();
});

test("runSetup(): no secret is in a config, a journal, a page, a told step or an address", async () => {
  const bench = await startBench();
  await bench.setup();
  const { google, stateFolder, accountFolder, configPath, told } = bench;
  const hookToken = readFileSync(join(stateFolder, "hook-token"), "utf8").trim();
  const secrets = [...google.oauth.secrets(), hookToken];
  const seen = [
    readFileSync(configPath, "utf8"),
    readFileSync(join(accountFolder, "setup.json"), "utf8"),
    JSON.stringify(told),
    ...google.requests.filter(({ service }) => service !== "oauth").map(({ path }) => path),
    ...bench.pages,
  ].join("\n");
  expect(secrets.length).toBeGreaterThan(4);
  for (const secret of secrets) expect(seen).not.toContain(secret);
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("runSetup(): a wizard's config runs in push mode, and its subscription pushes through its tunnel", async () => {
  const ports = { gateway: await findFreePort(), watcher: await findFreePort() };
  const config = wizardConfig(ports);
  const folder = createTempDir({ "gateway.json": config });
  const { io } = await startServe([
    ...["--config", `${folder}/gateway.json`],
    ...["--port", `${ports.gateway}`],
  ]);

  const google = await startFakeGoogle({ notifyIntervalMs: 0 });
  onTestFinished(google.close);
  google.pubsub.setUp({
    topic: "gog-gmail-watch",
    subscription: "gog-gmail-watch-push",
    pushConfig: { pushEndpoint: PUSH_ENDPOINT },
  });
  // Tailscale strips the path that it serves.
  const tunnel = "https://machine.tail1234.ts.net/gmail-pubsub";
  google.pubsub.setTunnel(tunnel, `http://127.0.0.1:${ports.watcher}/`);

  const secrets = createNodeSecrets({ env: {}, baseDir: folder });
  const read = readGmailSettings(JSON.parse(config), { secrets });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  expect(read.settings).toMatchObject({ mode: "push", pushToken: PUSH_TOKEN });
  const stop = new AbortController();
  const log: MailLogEntry[] = [];
  const ended = watchMailbox({
    settings: read.settings,
    credentials: JSON.stringify(google.oauth.logIn()),
    stateFolder: `${folder}/state`,
    lockFile,
    urls: {
      gmail: google.url,
      pubsub: google.url,
      auth: `${google.url}/o/oauth2/v2/auth`,
      token: `${google.url}/token`,
      revoke: `${google.url}/revoke`,
      keys: `${google.url}/oauth2/v3/certs`,
    },
    log: (entry) => void log.push(entry),
    signal: stop.signal,
    settleMs: 1,
  });
  onTestFinished(() => stop.abort());
  const waitUntil = (check: () => void): Promise<void> =>
    vi.waitFor(check, { timeout: 60_000, interval: 20 });
  await waitUntil(() => expect(log.map(({ event }) => event)).toContain("first_look"));

  google.gmail.deliver({ labels: ["SENT"] });
  const id = google.gmail.deliver({ subject: "Pushed", text: "Through the tunnel." });
  await waitUntil(() => expect(io.stdout.text()).toContain(`hook:gmail:${id}`));
  await waitUntil(() => {
    const [status] = Object.values(google.pubsub.status());
    expect(status).toMatchObject({ waiting: 0 });
    expect(status?.pushes).toBeGreaterThan(0);
  });
  expect(io.stdout.text().match(/hook:gmail:/g)).toHaveLength(1);
  const told = JSON.stringify(log) + io.stderr.text();
  for (const secret of [HOOK_TOKEN, PUSH_TOKEN, ...google.oauth.secrets()]) {
    expect(told).not.toContain(secret);
  }
  stop.abort();
  expect(await ended).toEqual({ code: "signal" });
});
