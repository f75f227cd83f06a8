// What Google, a person or a config can refuse, and what setup says then.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ACCOUNT, startBench } from "./start-setup.ts";

const forbidden = { kind: "status", status: 403 } as const;

function pubsubAnswer(status: number, word: string, message: string) {
  return {
    kind: "status",
    status,
    body: { error: { code: status, message, status: word } },
  } as const;
}

test.each([
  [{ consent: "denied" } as const, "refused on Google's page", "Advanced"],
  [{ untickedScopes: ["https://www.googleapis.com/auth/pubsub"] }, "auth/pubsub", "every box"],
  [
    { account: "other@gmail.com" },
    "login of other@gmail.com, and not of you@gmail.com",
    "choose you@gmail.com",
  ],
])(
  "runSetup(): a login that is of no use is explained, and not kept: %j",
  async (settings, message, hint) => {
    const bench = await startBench(settings);
    expect(await bench.setup()).toMatchObject({
      ok: false,
      step: "login",
      failure: { message: expect.stringContaining(message), hint: expect.stringContaining(hint) },
    });
    expect(() => readFileSync(join(bench.accountFolder, "login.json"))).toThrow("ENOENT");
    if ("consent" in settings) return;
    const revoked = bench.google.requests.filter(({ path }) => path === "/revoke");
    expect(revoked.map(({ status, body }) => [status, body.startsWith("token=")])).toEqual([
      [200, true],
    ]);
  },
);

test("runSetup(): a login waits only for its time, and says what Google's page may have shown", async () => {
  const bench = await startBench();
  const login = { port: 0, timeoutMs: 10, show: () => undefined };
  expect(await bench.setup({ login })).toMatchObject({
    step: "login",
    failure: { hint: expect.stringContaining("redirect_uri_mismatch") },
  });
  const stop = new AbortController();
  const show = (): void => stop.abort();
  const stopped = { port: 0, timeoutMs: 60_000, show };
  expect(await bench.setup({ login: stopped, signal: stop.signal })).toMatchObject({
    failure: { message: "The login was stopped." },
  });
  expect(await bench.setup({ signal: stop.signal })).toMatchObject({
    step: "login",
    failure: { message: "It was stopped." },
  });
});

test("runSetup(): only the answer to this very login counts, and only once", async () => {
  const bench = await startBench();
  const answers: [number, number, number] = [0, 0, 0];
  const show = async (page: string, port: number): Promise<void> => {
    const base = `http://127.0.0.1:${port}`;
    answers[0] = (await fetch(`${base}/?code=4/stolen&state=guess`)).status;
    answers[1] = (await fetch(`${base}/favicon.ico`)).status;
    answers[2] = (await fetch(page)).status;
  };
  const login = {
    port: 0,
    timeoutMs: 60_000,
    show: (page: string, port: number) => void show(page, port),
  };
  expect(await bench.setup({ login })).toMatchObject({ ok: true });
  await expect.poll(() => answers).toEqual([404, 404, 200]);
});

test("runSetup(): a pasted address of another login is refused; lines without a code are ignored", async () => {
  const bench = await startBench();
  const login = (lines: readonly string[]) => ({
    port: 0,
    timeoutMs: 60_000,
    show: () => undefined,
    pasted: (async function* () {
      yield* lines;
    })(),
  });
  const foreign = "http://127.0.0.1:1/?code=4/x&state=other";
  expect(await bench.setup({ login: login(["", "what?", "http://[", foreign]) })).toMatchObject({
    failure: { message: "That address belongs to another login." },
  });
  // Standard input may end before the browser comes back.
  const opened = { ...login([]), show: (page: string) => void fetch(page) };
  expect(await bench.setup({ login: opened })).toMatchObject({ ok: true });
});

test("runSetup(): a port that is taken, and clients and credentials of no use, are told", async () => {
  const bench = await startBench();
  const port = Number(new URL(bench.google.url).port);
  const login = { port, timeoutMs: 10, show: () => undefined };
  expect(await bench.setup({ login })).toMatchObject({
    failure: {
      message: expect.stringContaining("EADDRINUSE"),
      hint: expect.stringContaining("--port"),
    },
  });
  expect(await bench.setup({ clientPath: undefined, project: "demo-project" })).toMatchObject({
    failure: { hint: expect.stringContaining("--client") },
  });
  expect(await bench.setup({ clientPath: undefined })).toMatchObject({
    step: "start",
    failure: { hint: expect.stringContaining("--project") },
  });
  writeFileSync(bench.clientPath, '{"web":{}}');
  expect(await bench.setup({ project: "demo-project" })).toMatchObject({
    failure: { message: expect.stringContaining("web application") },
  });
  const clientPath = join(bench.dir, "none.json");
  expect(await bench.setup({ clientPath, project: "demo-project" })).toMatchObject({
    failure: { message: expect.stringContaining("ENOENT") },
  });
  const config = `{ hooks: { gmail: { credentials: { file: "none" } } } }`;
  writeFileSync(bench.configPath, config);
  expect(await bench.setup({ mode: "poll" })).toMatchObject({
    failure: { message: "The secret behind hooks.gmail.credentials is missing." },
  });
});

test("runSetup(): a login that has ended is made again", async () => {
  const bench = await startBench();
  await bench.setup();
  bench.google.oauth.revoke();
  expect(await bench.setup({ clientPath: undefined })).toMatchObject({ ok: true });
  expect(bench.pages).toHaveLength(2);
});

test("runSetup(): a grant that spreads slowly is waited for, 2 minutes at most", async () => {
  const slow = await startBench({ watchesUntilGrant: 2 });
  expect(await slow.setup({ grantWaitMs: 3_600_000_000 })).toMatchObject({ ok: true });
  expect(slow.told.some(({ message }) => message.includes("has not reached all of Google"))).toBe(
    true,
  );
  const never = await startBench({ watchesUntilGrant: Number.POSITIVE_INFINITY });
  expect(await never.setup()).toMatchObject({
    step: "watch",
    failure: { code: "forbidden", hint: expect.stringContaining("roles/pubsub.publisher") },
  });
});

test("runSetup(): a topic of another project is told with the right one", async () => {
  const bench = await startBench();
  expect(await bench.setup({ project: "other" })).toMatchObject({
    step: "watch",
    failure: { hint: expect.stringContaining("--project demo-project") },
  });
  // As the hint says: what was chosen for the other project is chosen anew.
  expect(await bench.setup({ project: "demo-project" })).toMatchObject({
    ok: true,
    topic: "projects/demo-project/topics/hookwright-gmail",
  });
});

test("runSetup(): a race for the policy is run again; an organisation's rule is named", async () => {
  const bench = await startBench();
  const aborted = pubsubAnswer(409, "ABORTED", "There were concurrent policy changes.");
  bench.google.failNext({ path: ":setIamPolicy", times: 2 }, aborted);
  expect(await bench.setup()).toMatchObject({ ok: true });
  const ruled = await startBench();
  const message = "One or more users named in the policy do not belong to a permitted customer.";
  ruled.google.failNext(
    { path: ":setIamPolicy" },
    pubsubAnswer(400, "FAILED_PRECONDITION", message),
  );
  expect(await ruled.setup()).toMatchObject({
    step: "publisher",
    failure: { hint: expect.stringContaining("allowedPolicyMemberDomains") },
  });
  const closed = await startBench();
  closed.google.failNext({ path: ":getIamPolicy" }, forbidden);
  expect(await closed.setup()).toMatchObject({ step: "publisher", failure: { code: "forbidden" } });
});

test("runSetup(): a policy keeps what others put into it", async () => {
  const bench = await startBench();
  await bench.setup();
  const policy = `${bench.google.url}/v1/projects/demo-project/topics/hookwright-gmail:getIamPolicy`;
  const { token } = await tokenOf(bench);
  const read = await fetch(policy, { headers: { authorization: `Bearer ${token}` } });
  expect(await read.json()).toMatchObject({
    bindings: [
      {
        role: "roles/pubsub.publisher",
        members: ["serviceAccount:gmail-api-push@system.gserviceaccount.com"],
      },
    ],
  });
});

async function tokenOf({
  google,
}: Awaited<ReturnType<typeof startBench>>): Promise<{ token: string }> {
  const { client_id, client_secret, refresh_token } = google.oauth.logIn();
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    client_id,
    client_secret,
    refresh_token,
  });
  const answer = await fetch(`${google.url}/token`, { method: "POST", body });
  return { token: ((await answer.json()) as { access_token: string }).access_token };
}

test("runSetup(): an API that is off, and errors of Google, name the step", async () => {
  const bench = await startBench();
  const url =
    "https://console.cloud.google.com/apis/library/pubsub.googleapis.com?project=demo-project";
  const off = pubsubAnswer(
    403,
    "PERMISSION_DENIED",
    `Cloud Pub/Sub API is off. Enable it by visiting ${url} then retry.`,
  );
  const details = [{ reason: "SERVICE_DISABLED", metadata: { activationUrl: url } }];
  bench.google.failNext(
    { method: "PUT", path: "/topics/" },
    { ...off, body: { error: { ...off.body.error, details } } },
  );
  expect(await bench.setup()).toMatchObject({
    step: "topic",
    failure: { hint: expect.stringContaining(url) },
  });
  bench.google.failNext({ service: "pubsub", times: 2 }, { kind: "status", status: 503 });
  expect(await bench.setup()).toMatchObject({ ok: true });
  bench.google.failNext({ method: "GET", path: "/subscriptions/" }, forbidden);
  expect(await bench.setup()).toMatchObject({
    step: "subscription",
    failure: { code: "forbidden" },
  });
});

test("runSetup(): a new topic may not be known yet where the subscription is made", async () => {
  const bench = await startBench();
  const missing = pubsubAnswer(404, "NOT_FOUND", "Resource not found.");
  bench.google.failNext({ method: "PUT", path: "/subscriptions/", times: 3 }, missing);
  expect(await bench.setup()).toMatchObject({ ok: true });
  const never = await startBench();
  never.google.failNext({ method: "PUT", path: "/subscriptions/", times: 99 }, missing);
  expect(await never.setup()).toMatchObject({
    step: "subscription",
    failure: { code: "not_found" },
  });
});

test("runSetup(): another client that watches the mailbox is stopped first", async () => {
  const bench = await startBench();
  const message =
    "Only one user push notification client allowed per developer (call /stop then try again)";
  const refused = pubsubAnswer(400, "INVALID_ARGUMENT", message);
  bench.google.failNext({ method: "POST", path: "/watch" }, refused);
  expect(await bench.setup()).toMatchObject({ ok: true });
  expect(bench.google.requests.some(({ path }) => path.endsWith("/stop"))).toBe(true);
  bench.google.failNext({ method: "POST", path: "/watch" }, refused);
  bench.google.failNext({ method: "POST", path: "/stop" }, forbidden);
  expect(await bench.setup()).toMatchObject({ step: "watch", failure: { code: "forbidden" } });
});

test("runSetup(): subscriptions of others are left alone", async () => {
  const bench = await startBench();
  await bench.setup();
  expect(await bench.setup({ topic: "another" })).toMatchObject({
    step: "subscription",
    failure: { message: expect.stringContaining("belongs to another topic") },
  });
  const pulled = await startBench();
  await pulled.setup();
  expect(await pulled.setup({ mode: "push" })).toMatchObject({
    step: "subscription",
    failure: { hint: expect.stringContaining("--push-endpoint") },
  });
});

test.each([
  [{ account: "you" }, "not a mail address"],
  [{ account: "" }, "not a mail address"],
  [{ mode: "push", pushEndpoint: "http://x.org" }, "HTTPS"],
  [{ mode: "push", pushEndpoint: "https://x.org/?token=1" }, "without a query"],
  [{ mode: "push", pushServiceAccount: "a@b.c" }, "needs --push-endpoint"],
] as const)(
  "runSetup(): choices that make no sense are told before anything is done: %j",
  async (choices, words) => {
    const bench = await startBench();
    expect(await bench.setup(choices)).toMatchObject({
      ok: false,
      step: "start",
      failure: { message: expect.stringContaining(words) },
    });
    expect(bench.google.requests).toEqual([]);
  },
);

test("runSetup(): configs that cannot be edited, and of other accounts, are told", async () => {
  const broken = await startBench({ config: "{" });
  expect(await broken.setup()).toMatchObject({
    step: "start",
    failure: { hint: expect.stringContaining("hookwright check") },
  });
  const other = await startBench({ config: '{ hooks: { gmail: { account: "me@gmail.com" } } }' });
  expect(await other.setup()).toMatchObject({
    failure: { message: expect.stringContaining("watches me@gmail.com") },
  });
  const alias = await startBench({
    config: "x: &x { path: /a }\nhooks: *x\n",
    configName: "hooks.yaml",
  });
  expect(await alias.setup({ mode: "poll" })).toMatchObject({
    step: "config",
    failure: {
      hint: expect.stringContaining(
        'hooks.presets = ["gmail"]; hooks.gmail = {"account":"you@gmail.com"}',
      ),
    },
  });
  const poll = await startBench({
    config: `{ hooks: { token: "x", gmail: { account: "${ACCOUNT}" } } }`,
  });
  expect(await poll.setup()).toMatchObject({ ok: true, mode: "poll" });
  const off = await startBench({ config: "{ hooks: { enabled: false, token: 'x' } }" });
  expect(await off.setup({ mode: "poll" })).toMatchObject({
    ok: true,
    notes: ["hooks.enabled is false: nothing is served until it is true."],
  });
  const secret = await startBench({
    config: "{ hooks: { gmail: { pushToken: '${NOT_THERE}' } } }",
  });
  expect(await secret.setup({ pushEndpoint: "https://x.org/y", env: {} })).toMatchObject({
    step: "subscription",
    failure: { message: expect.stringContaining("hooks.gmail.pushToken is missing") },
  });
  expect(
    await secret.setup({ pushEndpoint: "https://x.org/y", env: { NOT_THERE: "t" } }),
  ).toMatchObject({ ok: true });
});
