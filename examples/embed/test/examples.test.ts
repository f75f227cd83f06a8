// The examples whose frameworks install quickly, as their users run them; the others: npm run test:runtimes.
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { driveExample } from "./drive-example.mjs";

// A process takes 0.3 s to start, and far longer on a busy machine.
vi.setConfig({ testTimeout: 90_000 });
afterAll(() => vi.resetConfig());

const folder = fileURLToPath(new URL("..", import.meta.url));

test.each([
  ["node-http.mjs", "/hooks"],
  ["express.mjs", "/hooks"],
  ["express-mounted.mjs", "/api/hooks"],
  ["fastify.mjs", "/hooks"],
  ["koa.mjs", "/hooks"],
  ["hono.mjs", "/hooks"],
  ["h3.mjs", "/hooks"],
  ["test/lambda-gateway.mjs", "/hooks"],
])("%s serves hooks beside pages of its own", async (file, hooksPath) => {
  const example = { command: process.execPath, args: [file], cwd: folder, hooksPath };
  await expect(driveExample(example)).resolves.toBe(undefined);
});
