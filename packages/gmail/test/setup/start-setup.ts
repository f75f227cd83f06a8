// A test → the local Google, folders that go away, and `runSetup` with a person who consents at once.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
// Setup imports it when it runs; here it is loaded before the time of a test begins.
import "google-auth-library";
import { type FakeGoogle, type FakeGoogleOptions, startFakeGoogle } from "@hookwright/fake-google";
import { systemTime } from "@hookwright/node-kit/clock";
import { onTestFinished } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { GOOGLE_URLS, type GoogleUrls } from "../../src/google/google-urls.ts";
import { runSetup } from "../../src/setup/run-setup.ts";
import type { SetupEvent, SetupOptions, SetupResult } from "../../src/setup/setup-options.ts";
import { createTestClock } from "../support/test-clock.ts";

export const ACCOUNT = "you@gmail.com";

export interface Bench {
  readonly google: FakeGoogle;
  readonly urls: GoogleUrls;
  readonly dir: string;
  readonly stateFolder: string;
  readonly accountFolder: string;
  readonly clientPath: string;
  readonly configPath: string;
  readonly told: SetupEvent[];
  readonly pages: string[];
  readonly setup: (changes?: Partial<SetupOptions>) => Promise<SetupResult>;
}

export async function startBench(
  options: FakeGoogleOptions & { readonly config?: string; readonly configName?: string } = {},
): Promise<Bench> {
  const { config, configName = "hooks.json5", ...settings } = options;
  const google = await startFakeGoogle(settings);
  onTestFinished(() => google.close());
  const dir = createTempDir();
  const stateFolder = join(dir, "state");
  const configPath = join(dir, configName);
  const clientPath = join(dir, "client.json");
  if (config !== undefined) writeFileSync(configPath, config);
  writeFileSync(clientPath, JSON.stringify(google.oauth.clientFile()), { mode: 0o600 });
  const told: SetupEvent[] = [];
  const pages: string[] = [];
  const urls = urlsOf(google.url);
  const time = createTestClock({ start: Date.now() });
  const setup = (changes: Partial<SetupOptions> = {}): Promise<SetupResult> =>
    runSetup({
      account: ACCOUNT,
      stateFolder,
      configPath,
      clientPath,
      login: {
        port: 0,
        timeoutMs: 60_000,
        show: (page) => {
          pages.push(page);
          void fetch(page).then((answer) => answer.text());
        },
      },
      checkConfig: async () => undefined,
      urls,
      // A login waits until its time is over, so that one runs by the real clock.
      time: {
        ...time,
        timer: (task, ms) => (ms === 60_000 ? systemTime : time).timer(task, ms),
      },
      signal: new AbortController().signal,
      tell: (event) => void told.push(event),
      ...changes,
    });
  const accountFolder = join(stateFolder, "gmail", ACCOUNT);
  return {
    google,
    urls,
    dir,
    stateFolder,
    accountFolder,
    clientPath,
    configPath,
    told,
    pages,
    setup,
  };
}

export function urlsOf(url: string): GoogleUrls {
  return {
    ...GOOGLE_URLS,
    gmail: url,
    pubsub: url,
    auth: `${url}/o/oauth2/v2/auth`,
    token: `${url}/token`,
    revoke: `${url}/revoke`,
  };
}
