// @ts-check
// A real `serve` with a model that answers at once, a platform that takes messages, and some work: for pictures.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLocalModel } from "../../../examples/local-model/local-model.mjs";

export const COMMAND = fileURLToPath(
  new URL("../../../packages/cli/bin/hookwright.js", import.meta.url),
);

const TOKEN = "a-token-for-pictures-and-nothing-else";

/** How the model behaves, by a word of the message. */
const ANSWERS = [
  ["docs", "The docs were changed: two links, no code."],
  ["shop", "The checkout was changed. I would look at the tests of the cart, which were left out."],
];

/** @param {{ text: string }} request @returns {import("../../../examples/local-model/types.ts").Fault | undefined} */
function fault({ text }) {
  if (text.includes("acme/broken")) return { kind: "refuse", status: 400 };
  // Is still at work when the picture is taken.
  return text.includes("acme/large") ? { kind: "silence", after: "nothing" } : undefined;
}

/** @param {{ text: string }} request */
function answer({ text }) {
  if (text.includes("HEARTBEAT_OK")) return "HEARTBEAT_OK";
  return ANSWERS.find(([word = ""]) => text.includes(`acme/${word}`))?.[1] ?? "A push to a branch.";
}

/** @param {string} modelUrl @param {string} platformUrl */
function configOf(modelUrl, platformUrl) {
  const sessionKey = "hook:{{repository.full_name}}";
  const mapping = { name: "Push", sessionKey, deliver: true, channel: "webhook" };
  return {
    agents: {
      defaults: { model: "local", heartbeat: { every: "30m", target: "webhook", to: "me" } },
    },
    channels: { webhook: { url: platformUrl } },
    host: { stopGraceSeconds: 1, runner: { http: { baseUrl: `${modelUrl}/v1` } } },
    hooks: {
      enabled: true,
      token: TOKEN,
      mappings: [
        {
          id: "push",
          match: { path: "github" },
          messageTemplate:
            "{{pusher.name}} pushed to {{repository.full_name}}: {{head_commit.message}}",
          to: "team",
          ...mapping,
        },
        {
          id: "deploy",
          match: { path: "deploys" },
          action: "wake",
          textTemplate: "{{name}} was deployed to {{target}}.",
        },
      ],
    },
  };
}

/** @returns {Promise<{ address: string, runId: string, stop: () => Promise<void> }>} `runId`: one that was delivered */
export async function startExampleHost() {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-host-"));
  const model = createLocalModel({
    answer,
    fault,
  });
  let delivered = 0;
  const platform = createServer((request, response) => {
    request.resume().on("end", () => {
      delivered += 1;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: `message-${delivered}` }));
    });
  });
  const [modelUrl, platformUrl] = [await listen(model), await listen(platform)];
  const [config, token] = [join(folder, "hooks.json"), join(folder, "token")];
  writeFileSync(config, JSON.stringify(configOf(modelUrl, platformUrl), null, 2));
  const options = ["--dispatch", "host", "--state-folder", join(folder, "state"), "--port", "0"];
  const admin = ["--admin", "0", "--admin-write", "--admin-token-file", token];
  const child = spawn(process.execPath, [COMMAND, "serve", config, ...options, ...admin], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    log += text;
  });
  const find = async (/** @type {RegExp} */ pattern) => {
    await until(() => pattern.test(log) || child.exitCode !== null);
    const found = pattern.exec(log)?.[1];
    if (found === undefined) throw new Error(`serve does not run:\n${log}`);
    return found;
  };
  const hooks = await find(/Listening on (http:\/\/[^\s"]+)/);
  const origin = await find(/Its pages are at (http:[^,\s]+),/);
  const runs = await doWork(hooks);
  await until(() => delivered >= runs.length);
  return {
    address: `${origin}/#t=${readFileSync(token, "utf8").trim()}`,
    runId: runs[0] ?? "",
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
      for (const server of [model, platform]) {
        server.close();
        server.closeAllConnections();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {string} hooks @returns {Promise<readonly string[]>} the runs that will be delivered */
async function doWork(hooks) {
  const send = async (/** @type {string} */ name, /** @type {object} */ body) => {
    const answered = await fetch(`${hooks}/${name}`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return String(/** @type {{ runId?: string }} */ (await answered.json()).runId);
  };
  const push = (
    /** @type {string} */ who,
    /** @type {string} */ repo,
    /** @type {string} */ message,
  ) =>
    send("github", {
      pusher: { name: who },
      repository: { full_name: `acme/${repo}` },
      head_commit: { message },
    });
  const runs = [
    await push("ann", "shop", "The cart rounds once, at the end"),
    await push("ben", "docs", "Two links were wrong"),
  ];
  for (const message of ["Try again", "Now it is right"]) await push("cem", "broken", message);
  for (const message of ["A new store", "Its index"]) await push("dia", "large", message);
  await send("deploys", { name: "shop", target: "production" });
  await send("nobody", { name: "shop" });
  return runs;
}

/** @param {import("node:http").Server} server */
async function listen(server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
}

/** @param {() => boolean} isTrue */
async function until(isTrue) {
  for (const end = Date.now() + 30_000; !isTrue() && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
