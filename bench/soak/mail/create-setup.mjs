// A mode → a folder with config and secrets, a local Google and a local model: what the two commands need.
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFakeGoogle } from "@hookwright/fake-google";
import { createLocalModel } from "../../../examples/local-model/local-model.mjs";
import { findFreePort } from "../../shared/free-port.mjs";
import { createForger, JWT_BEGIN, PUSH_EMAIL } from "./forger.mjs";

export const HOOK_TOKEN = "soak-hook-token-0f1e2d3c4b5a69788796";
export const PUSH_TOKEN = "soak-push-token-9a8b7c6d5e4f30211203";
const AUDIENCE = "https://mail.example.org/gmail-pubsub";

/**
 * How new mail is noticed. `push`: each post of Pub/Sub is signed. `push-token`: a token is in its URL.
 *
 * @typedef {"pull" | "push" | "push-token" | "poll"} Way
 */

/** @typedef {Awaited<ReturnType<typeof createSetup>>} Setup */

/** @param {{ way: Way, hookUrl: string, seed: number }} options */
export async function createSetup({ way, hookUrl, seed }) {
  // The path of a socket is short.
  const folder = mkdtempSync(join(tmpdir(), `hw-mail-${way}-`));
  const isPush = way === "push" || way === "push-token";
  const isSigned = way === "push";
  const secrets = join(folder, "secrets");
  const state = join(folder, "state");
  for (const name of [secrets, state]) mkdirSync(name, { mode: 0o700 });
  const google = await startFakeGoogle({
    seed,
    visibleAfterMs: { min: 0, max: 2_500 },
    notifyDelayMs: { min: 0, max: 1_500 },
    notifyCopies: 2,
    accessTokenSeconds: 20,
    unitsPerMinute: 6_000,
    pushBackoffMs: { min: 100, max: 5_000 },
  });
  const port = isPush ? await findFreePort() : 8_788;
  const endpoint = `http://127.0.0.1:${port}/gmail-pubsub`;
  const pushConfig = isSigned
    ? {
        pushEndpoint: endpoint,
        oidcToken: { serviceAccountEmail: PUSH_EMAIL, audience: AUDIENCE },
      }
    : { pushEndpoint: `${endpoint}?token=${PUSH_TOKEN}` };
  const { topic, subscription } = google.pubsub.setUp({
    ackDeadlineSeconds: 60,
    ...(isPush && { pushConfig }),
  });

  /** Questions to the model by the number of the mail. @type {Map<string, number>} */
  const asked = new Map();
  const model = createLocalModel({
    answer: ({ text }) => (text.includes("HEARTBEAT_OK") ? "HEARTBEAT_OK" : "Read."),
    onRequest: ({ text }) => {
      const number = /Mail \d+\./.exec(text)?.[0];
      if (number !== undefined) asked.set(number, (asked.get(number) ?? 0) + 1);
    },
  });
  model.listen(0, "127.0.0.1");
  await new Promise((resolve) => model.once("listening", resolve));

  /** Replaces a file at once, as a login does. */
  function write(path, text) {
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    chmodSync(`${path}.new`, 0o600);
    renameSync(`${path}.new`, path);
    return { file: path };
  }

  const config = {
    agents: { defaults: { model: "local", heartbeat: { every: "0m" } } },
    host: {
      heartbeat: { minGapSeconds: 0 },
      stopGraceSeconds: 1,
      runner: { http: { baseUrl: `http://127.0.0.1:${model.address().port}/v1` } },
    },
    hooks: {
      enabled: true,
      token: write(join(secrets, "hook-token"), HOOK_TOKEN),
      presets: ["gmail"],
      gmail: {
        mode: isPush ? "push" : way,
        account: google.settings.account,
        topic,
        subscription,
        hookUrl,
        credentials: { file: join(secrets, "login.json") },
        ...(isPush && {
          pushToken: write(join(secrets, "push-token"), PUSH_TOKEN),
          serve: { port },
        }),
        ...(isSigned && { audience: AUDIENCE, email: PUSH_EMAIL }),
      },
    },
  };
  const file = join(folder, "hooks.json");
  writeFileSync(file, JSON.stringify(config, null, 2));

  let isSeen = false;
  return {
    isSeen: () => isSeen,
    markSeen: () => {
      isSeen = true;
    },
    folder,
    secretFolder: secrets,
    state,
    config: file,
    google,
    subscription,
    asked,
    /** Where pushes are signed: who sends others. */
    forger: isSigned
      ? createForger(google, { endpoint, audience: AUDIENCE, pushToken: PUSH_TOKEN })
      : undefined,
    /** Somebody logs in: the file of the login is replaced. */
    logIn: () => void write(join(secrets, "login.json"), JSON.stringify(google.oauth.logIn())),
    /** All secrets there are, as they are in files and requests. */
    secrets: () => [HOOK_TOKEN, PUSH_TOKEN, JWT_BEGIN, ...google.oauth.secrets()],
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, ...google.environment },
    async close() {
      model.closeAllConnections();
      model.close();
      await google.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The idempotency key of a mail. */
export function keyOf(google, id) {
  return `gmail:${google.settings.account}:${id}`;
}
