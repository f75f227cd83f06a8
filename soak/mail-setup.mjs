// node soak/mail-setup.mjs [trials] [seed]: `hookwright gmail setup` is killed with SIGKILL at a random moment and run
// again, until it ends by itself. Config, files with their modes, subscriptions and watch must be those of a set-up that
// nobody interrupted. Prints figures, and exits with 1 where they are not.
import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startFakeGoogle } from "@hookwright/fake-google";
import { createRandom } from "./shared/random.mjs";

const trials = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const command = fileURLToPath(new URL("../packages/cli/bin/hookwright.js", import.meta.url));
const random = createRandom(seed);
const MODES = ["pull", "poll", "push"];

/** A config of somebody, whose comments and keys must stay. */
const CONFIG = `// ours
{
  hooks: {
    path: "/in", // not the default
    mappings: [{ match: { path: "ci" }, messageTemplate: "{{job}}" }],
  },
}
`;

const counts = { setups: 0, kills: 0, differ: 0 };
/** @type {Map<string, { state: string, milliseconds: number }>} by mode */
const whole = new Map();
for (let index = 0; index < trials + MODES.length; index++) {
  const mode = MODES[index % MODES.length] ?? "pull";
  const world = await createWorld(mode);
  const known = whole.get(mode);
  if (known === undefined) {
    const start = Date.now();
    await setUp(world, undefined);
    whole.set(mode, { state: describe(world), milliseconds: Date.now() - start });
  } else {
    // Before a third of its time, Node only loads modules.
    while (await setUp(world, known.milliseconds * (0.3 + 0.8 * random()))) counts.kills += 1;
    if (describe(world) !== known.state) {
      counts.differ += 1;
      console.log(`differs in ${mode}:\n${describe(world)}\nwanted:\n${known.state}`);
    }
    counts.setups += 1;
  }
  await world.google.close();
  rmSync(world.folder, { recursive: true });
}
console.log(`seed ${seed}: ${JSON.stringify(counts)}`);
process.exitCode = counts.differ === 0 && counts.kills > 0 ? 0 : 1;

/** @param {string} mode */
async function createWorld(mode) {
  const folder = mkdtempSync(join(tmpdir(), "hw-setup-"));
  const google = await startFakeGoogle({ seed });
  mkdirSync(join(folder, "state"), { mode: 0o700 });
  writeFileSync(join(folder, "hooks.json5"), CONFIG);
  writeFileSync(join(folder, "login.json"), JSON.stringify(google.oauth.logIn()), { mode: 0o600 });
  return { folder, google, mode };
}

/**
 * @param {Awaited<ReturnType<typeof createWorld>>} world
 * @param {number | undefined} killAfterMs
 * @returns {Promise<boolean>} whether it was killed before its end
 */
function setUp({ folder, google, mode }, killAfterMs) {
  const push = [
    "--push-endpoint",
    "https://mail.example.org/gmail-pubsub",
    "--push-service-account",
    "pusher@demo-project.iam.gserviceaccount.com",
  ];
  const names = [
    "--account",
    "you@gmail.com",
    "--config",
    "hooks.json5",
    "--credentials",
    "login.json",
  ];
  const args = [
    command,
    "gmail",
    "setup",
    ...names,
    "--state",
    "state",
    "--mode",
    mode,
    "--project",
    "demo-project",
  ];
  const child = spawn(process.execPath, [...args, ...(mode === "push" ? push : [])], {
    cwd: folder,
    env: { ...google.environment, HOME: folder, PATH: process.env["PATH"] },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text;
  });
  const timer = killAfterMs && setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  return new Promise((resolve, reject) => {
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0 || signal === "SIGKILL") resolve(signal === "SIGKILL");
      else reject(new Error(`gmail setup ended with ${code}: ${errors}`));
    });
  });
}

/** What a set-up leaves behind; times and tokens differ each time. @param {Awaited<ReturnType<typeof createWorld>>} world */
function describe({ folder, google }) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.map((name) => {
    const { mode } = statSync(join(folder, name));
    return `${name} ${(mode & 0o777).toString(8)}`;
  });
  const config = readFileSync(join(folder, "hooks.json5"), "utf8").replaceAll(folder, "FOLDER");
  const subscriptions = Object.keys(google.pubsub.status());
  const { watch } = google.gmail.status();
  return [config, ...files, ...subscriptions, `watch: ${watch !== undefined}`].join("\n");
}
