// build() → a plan → serve(): what it serves, what it refuses, and what it imports.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { run } from "../src/run.ts";
import { serveBin } from "./support/bin.ts";
import { hookwright } from "./support/hookwright.ts";
import { createHosted } from "./support/hosted.ts";
import { startServe } from "./support/start-serve.ts";
import { createTestIo } from "./support/test-io.ts";

const TOKEN = "a-token-of-more-than-24-characters";
const env = { HOOK_TOKEN: TOKEN };

const config = (text = "one") =>
  JSON.stringify({
    hooks: {
      enabled: true,
      token: { env: "HOOK_TOKEN" },
      mappings: [
        {
          id: "ci",
          match: { path: "ci", when: { "==": [{ var: "payload.state" }, "red"] } },
          messageTemplate: `${text} {{upper job}}`,
        },
        { id: "own", match: { path: "own" }, transform: { module: "own.ts" } },
      ],
    },
  });
const MODULE =
  "export default ({ payload }) => ({ message: `n is ${payload.n}, ${process.env.HOOK_TOKEN}` });";

/** A folder with a config, its module, and its plan by any name. */
async function buildPlan(name = "plan.json", text = config()) {
  const folder = createTempDir({ "hooks.json": text, "hooks/transforms/own.ts": MODULE });
  const plan = join(folder, name);
  const build = async (): Promise<void> => {
    const io = createTestIo();
    const exitCode = await run(["build", join(folder, "hooks.json"), "--out", plan], io);
    if (exitCode !== 0) throw new Error(io.stdout.text());
  };
  await build();
  const write = (file: string, content: string): void => writeFileSync(join(folder, file), content);
  return { folder, plan, build, write };
}

async function post(url: string, payload: object): Promise<number> {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const body = JSON.stringify(payload);
  return (await fetch(url, { method: "POST", headers, body })).status;
}

/** The file with other values in it, and the digest of them. */
function redigest(path: string, change: object): void {
  const { digest: _, ...plan } = JSON.parse(readFileSync(path, "utf8"));
  const changed = { ...plan, ...change };
  const digest = createHash("sha256").update(JSON.stringify(changed)).digest("hex");
  writeFileSync(path, JSON.stringify({ ...changed, digest: `sha256:${digest}` }));
}

async function serveRefused(args: readonly string[], variables: object = env) {
  const io = createTestIo({ env: { ...variables } });
  const exitCode = await run(["serve", "--port", "0", ...args], io);
  return { exitCode, stderr: io.stderr.text() };
}

test("serve() recognizes a plan by its content, whatever its name, and uses the modules beside it", async () => {
  const { plan } = await buildPlan("release.yaml");
  const { url, io, stop } = await startServe([plan], { env });
  expect(io.stderr.text()).toContain("/hooks/own");
  expect(await post(`${url}/ci`, { state: "red", job: "tests" })).toBe(202);
  expect(await post(`${url}/ci`, { state: "green" })).toBe(404);
  expect(await post(`${url}/own`, { n: 7 })).toBe(202);
  expect(io.stdout.text()).toContain("one TESTS");
  // A module does not get the variables of the secrets.
  expect(io.stdout.text()).toContain("n is 7, undefined");
  expect(await stop()).toBe(0);
});

test("serve() reads secrets from .env beside a plan, and a plan from standard input", async () => {
  const { folder, plan, write } = await buildPlan();
  write(".env", `HOOK_TOKEN=${TOKEN}\n`);
  const { url, stop } = await startServe([plan]);
  expect(await post(`${url}/wake`, { text: "x" })).toBe(200);
  expect(await stop()).toBe(0);
  const { hooks } = JSON.parse(config());
  const plain = { hooks: { ...hooks, mappings: hooks.mappings.slice(0, 1) } };
  const other = await buildPlan("plan.json", JSON.stringify(plain));
  const stdin = readFileSync(other.plan, "utf8");
  const args = ["-", "--env-file", join(folder, ".env")];
  const piped = await startServe(args, { stdin });
  expect(await post(`${piped.url}/ci`, { state: "red" })).toBe(202);
  expect(await piped.stop()).toBe(0);
});

test.each<[string, (text: string) => string, string]>([
  ["a plan that was changed", (text) => text.replace("red", "green"), "error plan_damaged"],
  ["half a plan", (text) => text.slice(0, 800), "error plan_invalid"],
  [
    "a plan of another format",
    (text) => text.replace('"format": 1', '"format": 2'),
    "error plan_format",
  ],
])("serve() refuses %s", async (_what, damage, expected) => {
  const { plan } = await buildPlan();
  const text = readFileSync(plan, "utf8");
  expect(damage(text)).not.toBe(text);
  writeFileSync(plan, damage(text));
  const { exitCode, stderr } = await serveRefused([plan]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(expected);
  expect(stderr).toContain(`${plan}: 1 error, 0 warnings.`);
});

test("serve() refuses a plan whose secret or module is missing, and names the reference", async () => {
  const { folder, plan } = await buildPlan();
  writeFileSync(join(folder, "hooks/transforms/own.ts"), "export default");
  const { exitCode, stderr } = await serveRefused([plan], {});
  expect(exitCode).toBe(1);
  expect(stderr).toContain("error secret_missing hooks.token");
  expect(stderr).toContain("the environment variable HOOK_TOKEN, which is not set");
  expect(stderr).toContain("hooks.mappings[1].transform");
});

test("serve() refuses a plan for secret providers, which it does not have", async () => {
  const { hooks } = JSON.parse(config());
  const token = { source: "file", provider: "vault", id: "/hooks/token" };
  const text = JSON.stringify({ hooks: { ...hooks, token } });
  const { plan } = await buildPlan("plan.json", text);
  const { stderr } = await serveRefused([plan]);
  expect(stderr).toContain('A plan cannot use "secrets.providers" of the gateway');
});

test.each<[readonly string[], string]>([
  [["--mail"], "A plan has no hooks.gmail"],
  [["--dispatch", "host"], "A plan has no settings of a host."],
])(
  "serve() refuses %j for a plan, which does not have what they read",
  async (options, expected) => {
    const { plan } = await buildPlan();
    const { exitCode, stderr } = await serveRefused([plan, ...options]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(expected);
  },
);

test("serve() warns of a plan of another version in its log and its health", async () => {
  const { plan } = await buildPlan();
  redigest(plan, { madeBy: "0.0.1" });
  const { io, stop } = await startServe([plan, "--admin", "0"], { env });
  expect(io.stderr.text()).toContain("warning plan_version madeBy");
  const [, admin] = await io.stderr.find(/Its state is at (\S+)/);
  const health = await (await fetch(admin as string)).json();
  expect(health).toMatchObject({
    status: "degraded",
    reasons: [expect.stringContaining("plan: The plan was made by @hookwright/core 0.0.1")],
  });
  expect(await stop()).toBe(0);
});

test("serve() reloads a plan when it is built again, and keeps the previous one for a damaged one", async () => {
  const { plan, build, write } = await buildPlan();
  const { url, io, stop } = await startServe([plan, "--watch"], { env });
  write("hooks.json", config("two"));
  await build();
  await io.stderr.find(/Reloaded .*plan\.json\. Serves 2 mappings/);
  await post(`${url}/ci`, { state: "red", job: "a" });
  expect(io.stdout.text()).toContain("two A");
  write("plan.json", readFileSync(plan, "utf8").replace("two", "six"));
  await io.stderr.find(/Not reloaded: .*plan\.json has 1 error/);
  expect(io.stderr.text()).toContain("plan_damaged");
  await post(`${url}/ci`, { state: "red", job: "b" });
  expect(io.stdout.text()).toContain("two B");
  expect(await stop()).toBe(0);
});

test("serve() carries out the actions of a plan with the settings of --host-config", async () => {
  const hosted = await createHosted();
  const { plan, folder } = await buildPlan();
  const { hooks: _, ...settings } = JSON.parse(hosted.config);
  const host = join(folder, "host.json");
  writeFileSync(host, JSON.stringify(settings));
  const args = [
    plan,
    "--dispatch",
    "host",
    "--host-config",
    host,
    "--state-folder",
    join(folder, "s"),
  ];
  const { url, stop } = await startServe(args, { env });
  expect(await post(`${url}/ci`, { state: "red", job: "tests" })).toBe(202);
  await expect.poll(() => hosted.asked.join(), { timeout: 10_000 }).toContain("one TESTS");
  expect(await stop()).toBe(0);
});

test("serve() of a plan pauses its mappings, and posts the ends of their runs to the endpoint they name", async () => {
  const hosted = await createHosted();
  const named = { id: "ci", match: { path: "ci" }, onCompletion: "ci" };
  const { hooks } = JSON.parse(config());
  const mappings = [{ ...named, messageTemplate: "{{job}}" }];
  const text = JSON.stringify({ hooks: { ...hooks, mappings } });
  const { plan, folder } = await buildPlan("plan.json", text);
  const { hooks: _, ...settings } = JSON.parse(hosted.config);
  const file = join(folder, "host.json");
  const endpoint = { url: "http://127.0.0.1:9/done", secret: `whsec_${btoa(TOKEN)}`, types: [] };
  const serve = (notify: readonly object[]) => {
    writeFileSync(file, JSON.stringify({ ...settings, host: { ...settings.host, notify } }));
    const own = ["--dispatch", "host", "--host-config", file, "--state-folder", join(folder, "s")];
    return [plan, ...own];
  };
  const { exitCode, stderr } = await serveRefused(serve([]));
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringMatching(/hooks\.mappings\[0\]\.onCompletion[\s\S]*Add it to host\.notify/),
  ]);

  const other = { ...endpoint, name: "ci", types: ["run.dead"] };
  const { url, stop } = await startServe(serve([other]), { env });
  const operate = (...words: readonly string[]) =>
    hookwright([...words, "--state-folder", join(folder, "s")]);
  expect(await operate("pause", "mapping", "ci")).toMatchObject({ exitCode: 0 });
  expect(await operate("pause", "mapping", "cii")).toMatchObject({ exitCode: 1 });
  for (const job of ["one", "two"]) expect(await post(`${url}/ci`, { job })).toBe(202);
  expect((await operate("status")).stdout).toMatch(/paused mapping +ci .*2 waiting/);
  await operate("resume", "mapping", "ci");
  const done = async () => (await operate("deliveries", "--channel", "host.notify")).stdout;
  await expect
    .poll(done, { timeout: 20_000 })
    .toMatch(/host\.notify .* ci .*\n.*host\.notify .* ci /);
  expect(await stop()).toBe(0);
});

/** Texts that are in the code that reads configs: the grammar, the table of vendors, the schema. */
const AUTHORING = [
  "Parse error on line",
  "x-hub-signature-256",
  "hookwright.dev/hooks.schema.json",
];

test("serve() imports nothing that reads configs for a plan", async () => {
  const { folder, plan } = await buildPlan();
  const hook = join(folder, "list-loaded.mjs");
  writeFileSync(
    hook,
    `import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(\`
import { appendFileSync } from "node:fs";
export async function load(url, context, next) {
  appendFileSync(process.env.LOADED, url + "\\\\n");
  return next(url, context);
}\`));
`,
  );
  const listLoaded = async (file: string): Promise<readonly string[]> => {
    const loaded = `${file}.txt`;
    const { url, child, ended } = await serveBin([file], {
      env: { ...env, LOADED: loaded, NODE_OPTIONS: `--import=${hook}` },
    });
    expect(await post(`${url}/ci`, { state: "red" })).toBe(202);
    child.kill("SIGTERM");
    await ended;
    const urls = readFileSync(loaded, "utf8").split("\n");
    return [...new Set(urls.filter((one) => /^file:.*\/dist\//.test(one)))];
  };
  const found = (urls: readonly string[]) => {
    const texts = urls.map((one) => readFileSync(new URL(one), "utf8")).join("\n");
    return AUTHORING.filter((text) => texts.includes(text));
  };
  expect(found(await listLoaded(join(folder, "hooks.json")))).toEqual(AUTHORING);
  const ofPlan = await listLoaded(plan);
  expect(found(ofPlan)).toEqual([]);
  const entries =
    /\/(?:core|signatures|template)\/dist\/(?:index|plan|compile|schema|problems)\.js$/;
  expect(ofPlan.filter((url) => entries.test(url))).toEqual([]);
});
