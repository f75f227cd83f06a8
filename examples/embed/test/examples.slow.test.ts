// The examples whose frameworks install quickly, as their users run them; the others: npm run test:runtimes.
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { driveExample } from "./drive-example.mjs";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

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

const TOKEN = "a-long-random-text-of-your-own";

interface Env {
  readonly HOOK_TOKEN?: string;
}

/** Imports an example as a build does, without any secret, and gives what serves a request of it. */
const LAZY = {
  "next/app/hooks/[...name]/route.js": async (path: string) => {
    const { POST } = await import(path);
    return (request: Request, { HOOK_TOKEN }: Env): Promise<Response> => {
      vi.stubEnv("HOOK_TOKEN", HOOK_TOKEN);
      return POST(request);
    };
  },
  "worker/worker.mjs": async (path: string) => {
    const { default: worker } = await import(path);
    return (request: Request, env: Env): Promise<Response> => worker.fetch(request, env, {});
  },
} as const;

function createPush(): Request {
  return new Request("http://localhost/hooks/github", {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ pusher: "ann", ref: "main" }),
  });
}

test.each(Object.entries(LAZY))(
  "%s is imported without a token, and serves with the one of its first request",
  async (file, load) => {
    vi.stubEnv("HOOK_TOKEN", undefined);
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    vi.resetModules();
    const serve = await load(`${folder}${file}`);
    const answer = await serve(createPush(), { HOOK_TOKEN: TOKEN });
    expect(answer.status).toBe(202);
    expect(log.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
      { untrustedText: "ann pushed to main" },
    ]);
  },
);

test.each(Object.entries(LAZY))(
  "%s answers 500 and warns of a token that is missing at its first request",
  async (file, load) => {
    vi.stubEnv("HOOK_TOKEN", undefined);
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.resetModules();
    const serve = await load(`${folder}${file}`);
    expect((await serve(createPush(), {})).status).toBe(500);
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^hooks\(\) failed, .* there is no hooks\.token\./)],
    ]);
  },
);
