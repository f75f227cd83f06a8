// docs/admin-api.md: a shell runs its commands against a host, and its tables have all routes and codes.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createPlaygroundRoutes } from "../packages/cli/src/playground/create-playground-routes.ts";
import { createHosted, TOKEN } from "../packages/cli/test/support/hosted.ts";
import { startServe } from "../packages/cli/test/support/start-serve.ts";
import { createTestIo } from "../packages/cli/test/support/test-io.ts";
import { ROUTES } from "../packages/host/src/api/routes.ts";
import { noProgram, skipTitle } from "../tools/test-support/skip-title.mjs";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { readFences } from "./tools/fences.ts";

const page = readFileSync(new URL("admin-api.md", import.meta.url), "utf8");
const [serve = "", ...curls] = readFences(page)
  .filter(({ language }) => language === "sh")
  .map(({ code }) => code.trim());

const execute = promisify(execFile);
const noCurl = noProgram("curl");

test.skipIf(noCurl !== undefined)(
  skipTitle("docs/admin-api.md lists a dead run and retries it with its commands", noCurl),
  { timeout: 300_000 },
  async () => {
    const { config } = await createHosted({ fault: () => ({ kind: "refuse", status: 400 }) });
    const folder = createTempDir({ "hooks.json5": config });
    const inFolder = (word: string): string =>
      /\.(?:json5|token)$/.test(word) ? join(folder, word) : word;
    const [, , ...words] = serve.split(" ").map(inFolder);
    const args = [...words.join(" ").replace("9090", "0").split(" "), "--admin-write"];
    const { url, io } = await startServe([...args, "--state-folder", join(folder, "state")]);
    const [, origin = ""] = await io.stderr.find(/Its pages are at (http:\S+), its API/);
    const answer = await fetch(`${url}/github`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ pusher: { name: "ann" } }),
    });
    const { runId } = (await answer.json()) as { runId: string };
    await io.stderr.find(/ dead, mapping "push"/);
    const bodies: string[] = [];
    for (const curl of curls) {
      const script = curl
        .replaceAll("http://127.0.0.1:9090", origin)
        .replaceAll("/ID/", `/${runId}/`);
      writeFileSync(
        join(folder, "call.sh"),
        script.replaceAll("curl ", "curl --silent --max-time 10 "),
      );
      const { stdout } = await execute("sh", ["call.sh"], { cwd: folder });
      bodies.push(stdout);
    }
    const [listed = "", retried = ""] = bodies;
    expect(JSON.parse(listed)).toMatchObject({ items: [{ id: runId, state: "dead" }] });
    expect(JSON.parse(retried)).toEqual({ runId: expect.any(String) });
  },
);

test("docs/admin-api.md has a row for each route", () => {
  const [, table = ""] = page.split("\n## Routes\n");
  const written = [...table.matchAll(/`(GET|POST|PUT) \/api\/([^`]+)`(, `…\/\w+`)?/g)];
  const routes = written.flatMap(([, method, path = "", more = ""]) => {
    const others = [...more.matchAll(/\w+/g)].map(([name]) => path.replace(/\w+$/, name));
    return [path, ...others].map((one) => `${method} ${one}`);
  });
  const { routes: ofPlayground } = createPlaygroundRoutes("none.yaml", createTestIo());
  const known = [...ROUTES, ...ofPlayground].map(
    ({ method, path }) => `${method} ${path.join("/")}`,
  );
  expect([...new Set(routes)].sort()).toEqual(["GET about", "GET stream", ...known].sort());
});
