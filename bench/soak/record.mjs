// node bench/soak/record.mjs [requests] [seed]: `hookwright record` gets requests with secrets and facts about people at random
// places, once with a config and once without. No written file and no output may have one of them, and the recorded
// events must come to the same mappings, condition results and sessions as the requests. Prints figures, and exits with
// 1 where that is not so.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createChoices } from "./record/choices.mjs";
import { findHidden } from "./record/find-secrets.mjs";
import { CONFIG, createRequest, WRITTEN_SECRET } from "./record/requests.mjs";
import { createResolver, haveSameSessions } from "./record/resolve-events.mjs";

const count = Number(process.argv[2] ?? 2_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const command = fileURLToPath(new URL("../../packages/cli/bin/hookwright.js", import.meta.url));
const choices = createChoices(seed);
const environment = {
  HOOK_TOKEN: `hook-${choices.alnum(24)}`,
  SOME_DATABASE_URL: `postgres://app:${choices.alnum(16)}@db.example/app`,
  EIGHT_LETTERS: choices.alnum(8),
};
const folder = mkdtempSync(join(tmpdir(), "hw-record-"));
const config = join(folder, "hooks.json");
writeFileSync(config, JSON.stringify(CONFIG));

const start = Date.now();
const withConfig = await trial(["--config", config], count);
const withoutConfig = await trial([], Math.ceil(count / 4));
const figures = {
  requests: withConfig.sent + withoutConfig.sent,
  files: withConfig.files.length + withoutConfig.files.length,
  planted: withConfig.planted + withoutConfig.planted,
  "kinds at places": `${new Set([...withConfig.pairs, ...withoutConfig.pairs]).size} different`,
  found: withConfig.found + withoutConfig.found,
  "files and folders that others can read": withConfig.open + withoutConfig.open,
  ...(await compare(withConfig)),
  seconds: Math.round((Date.now() - start) / 100) / 10,
};
rmSync(folder, { recursive: true });
console.log(`seed ${seed}: ${JSON.stringify(figures, undefined, 2)}`);
const bad = ["found", "files and folders that others can read", "other mappings", "other results"];
const isFine = bad.every((name) => figures[name] === 0) && figures.files === figures.requests;
process.exitCode = isFine && figures["same sessions"] ? 0 : 1;

async function trial(args, requests) {
  const out = join(folder, `events-${args.length}`);
  const recorder = await startRecorder([...args, "--out", out]);
  const secrets = [...Object.values(environment), recorder.token];
  const known = args.length === 0 ? secrets : [...secrets, WRITTEN_SECRET];
  const sent = [];
  for (let seq = 0; seq < requests; seq++) {
    const one = createRequest(choices, { seq, known });
    await send(recorder, one.request);
    sent.push(one);
  }
  // The one line that has the token of a run without a config says where to send requests.
  const output = (await recorder.stop()).replace(/^Listening on .*\n/, "");
  const files = listFiles(out);
  const texts = files.map((path) => readFileSync(path, "utf8"));
  const recorded = texts
    .map((text) => JSON.parse(text))
    .sort((a, b) => a.payload.seq - b.payload.seq);
  const hidden = [...new Set([...known, ...sent.flatMap((one) => one.hidden)])];
  const seen = [
    ...texts.flatMap((text) => findInFile(text, sent, known)),
    ...findHidden(output, hidden),
  ];
  for (const one of seen.slice(0, 10)) console.log(`found: ${one}`);
  const pairs = sent.flatMap(({ planted }) =>
    planted.map(({ kind, place }) => `${kind} / ${place}`),
  );
  const open = readdirSync(out, { recursive: true }).filter(
    (name) => (statSync(join(out, String(name))).mode & 0o077) !== 0,
  );
  return {
    sent: requests,
    planted: pairs.length,
    pairs,
    files,
    found: seen.length,
    open: open.length,
    requests: sent,
    recorded,
  };
}

/** Of its own request, and of all: what is known to be a secret. */
function findInFile(text, sent, known) {
  const { hidden } = sent[JSON.parse(text).payload.seq];
  return findHidden(text, [...hidden, ...known]).map((one) => `${one} in ${text}`);
}

async function compare({ requests, recorded }) {
  const { resolveAll, parts } = createResolver(CONFIG);
  const before = await resolveAll(requests.map(({ request }) => request));
  const after = await resolveAll(recorded);
  const differ = (name) => before[name].filter((one, index) => one !== after[name][index]).length;
  const isSame = haveSameSessions(before.keys, after.keys);
  return {
    "clauses and conditions of each event": parts,
    "other mappings": differ("mappings"),
    "other results": differ("results"),
    "sessions before and after": [before.keys, after.keys]
      .map((keys) => new Set(keys.filter((key) => key !== "")).size)
      .join(", "),
    "same sessions": isSame,
  };
}

async function startRecorder(args) {
  const env = { PATH: process.env.PATH, ...environment };
  const limits = ["--port", "0", "--per-shape", "100000", "--max", "100000"];
  const child = spawn(process.execPath, [command, "record", ...args, ...limits], { env });
  let output = "";
  const url = await new Promise((resolve, reject) => {
    const listen = (chunk) => {
      output += chunk;
      const found = /Listening on (\S+)\n/.exec(output);
      if (found !== null) resolve(new URL(found[1]));
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => reject(new Error(`record ended with ${code}: ${output}`)));
  });
  return {
    url,
    token: url.searchParams.get("token") ?? environment.HOOK_TOKEN,
    stop: () =>
      new Promise((resolve) => {
        child.once("close", () => resolve(output));
        child.kill("SIGTERM");
      }),
  };
}

async function send({ url, token }, { path, headers, query, payload }) {
  const target = new URL(url.href.replace("NAME", path));
  target.search = String(new URLSearchParams(query));
  const all = { ...headers, authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(target, {
    method: "POST",
    headers: all,
    body: JSON.stringify(payload),
  });
  await answer.arrayBuffer();
}

function listFiles(out) {
  return readdirSync(out, { recursive: true })
    .map((name) => join(out, String(name)))
    .filter((path) => path.endsWith(".event.json"));
}
