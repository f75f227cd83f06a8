// The Worker that serves a plan, as a server of Node; in workerd: npm run test:runtimes -- embed-plan-worker.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { checkMarkers, drivePlanWorker } from "./drive-plan-worker.mjs";

const embed = fileURLToPath(new URL("..", import.meta.url));
const server = join(embed, "test/serve-worker.mjs");

test("worker-plan serves its plan without what reads configs, and refuses every other plan", async () => {
  // Below the examples, so that the imports of the copy are found.
  mkdirSync(join(embed, "work"), { recursive: true });
  const folder = mkdtempSync(join(embed, "work", "plan-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(embed, "worker-plan"), folder, { recursive: true });
  await checkMarkers(folder);
  const serve = { command: process.execPath, args: [server, "bundle.js"] };
  await expect(drivePlanWorker(folder, serve)).resolves.toBe(undefined);
}, 60_000);
