// A config as a comparable gateway's wizard wrote it, unchanged: our own watcher in push mode, behind the tunnel of before.
import { createServer } from "node:net";
import { createNodeSecrets } from "@hookwright/config";
import { startFakeGoogle } from "@hookwright/fake-google";
import { lockFile } from "@hookwright/host";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { startServe } from "../../cli/test/support/start-serve.ts";
import type { MailLogEntry } from "../src/model/log.ts";
import { watchMailbox } from "../src/run/watch-mailbox.ts";
import { readGmailSettings } from "../src/settings/read-gmail-settings.ts";
import { HOOK_TOKEN, PUSH_ENDPOINT, PUSH_TOKEN, wizardConfig } from "./support/wizard-config.ts";

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("run 4: a wizard's config runs in push mode, and its subscription pushes through its tunnel", async () => {
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
