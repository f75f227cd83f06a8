// The recipe of docs/handshake-secrets.md from the first request to a verified event; the test plays the vendor.
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { loadHooks } from "@hookwright/config";
import { createIngress } from "@hookwright/core/ingress";
import { expect, onTestFinished, test } from "vitest";
import { readFences } from "../../docs/tools/fences.ts";
import { createTempDir } from "../../tools/test-support/temp-dir.ts";

const script = fileURLToPath(new URL("receive-secret.mjs", import.meta.url));
const page = readFileSync(new URL("../../docs/handshake-secrets.md", import.meta.url), "utf8");
const [config] = readFences(page).filter(({ language }) => language === "json5");
const SECRET = "7c2f3f0d9a4b4b6e8c1d2e3f4a5b6c7d";

interface Receiver {
  readonly url: string;
  readonly file: string;
  /** What it has printed, once it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly printed: string }>;
}

async function receive(path: string, file: string): Promise<Receiver> {
  const child = spawn(process.execPath, [script, "0", path, file], { stdio: "pipe" });
  onTestFinished(() => void child.kill());
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const url = await new Promise<string>((resolve) =>
    child.stdout.on("data", (line) => resolve(/http:\S+/.exec(String(line))?.[0] ?? "")),
  );
  const ended = Promise.all([codeOf(child), printed]).then(([code, texts]) => ({
    code,
    printed: texts.join(""),
  }));
  return { url, file, ended };
}

const codeOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.on("close", resolve));

async function post(
  url: string,
  { headers = {}, body = "" }: { headers?: Record<string, string>; body?: string },
) {
  const response = await fetch(url, { method: "POST", headers, body });
  await response.arrayBuffer();
  return response;
}

test("receive-secret.mjs takes the secret of Asana, and its hook verifies what it signs", async () => {
  const folder = createTempDir({ "hooks.json5": config?.code ?? "", "notion.key": SECRET });
  const name = "asana-1f4c09a2";
  const receiver = await receive(`/hooks/${name}`, join(folder, "asana.key"));
  const handshake = await post(receiver.url, { headers: { "X-Hook-Secret": SECRET } });
  expect([handshake.status, handshake.headers.get("x-hook-secret")]).toEqual([200, SECRET]);
  const { code, printed } = await receiver.ended;
  expect(code).toBe(0);
  expect(printed).not.toContain(SECRET);
  expect(statSync(receiver.file).mode & 0o077).toBe(0);

  const loaded = await loadHooks(join(folder, "hooks.json5"), {
    env: { HOOK_TOKEN: "a-long-random-text-of-your-own" },
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const names: string[] = [];
  const dispatch = (action: { readonly kind: string }) => void names.push(action.kind);
  const handler = createFetchHandler(createIngress({ hooks: loaded.hooks, dispatch }));
  const send = async (
    body: string,
    signature = createHmac("sha256", SECRET).update(body).digest("hex"),
  ) => {
    const headers = { "x-hook-signature": signature };
    const request = new Request(`http://localhost/hooks/${name}`, {
      method: "POST",
      headers,
      body,
    });
    return (await handler(request))?.status;
  };
  expect(await send('{"events":[]}')).toBe(204);
  expect(await send('{"events":[{"action":"changed","resource":{"gid":"1"}}]}')).toBe(202);
  expect(await send('{"events":[]}', "0".repeat(64))).toBe(401);
  expect(names).toEqual(["agent"]);
});

test("receive-secret.mjs takes the token of Notion, and nothing else before it", async () => {
  const folder = createTempDir();
  const receiver = await receive("/hooks/notion", join(folder, "notion.key"));
  for (const body of [
    "",
    "no json",
    "{}",
    '{"verification_token":5}',
    '{"verification_token":"a b"}',
  ]) {
    expect((await post(receiver.url, { body })).status).toBe(404);
  }
  const body = JSON.stringify({ verification_token: SECRET });
  expect((await post(`${receiver.url}x`, { body })).status).toBe(404);
  expect((await fetch(receiver.url, { headers: { "x-hook-secret": SECRET } })).status).toBe(404);
  expect((await post(receiver.url, { body: " ".repeat(9_000) })).status).toBe(404);
  expect(existsSync(receiver.file)).toBe(false);
  expect((await post(receiver.url, { body })).status).toBe(200);
  expect((await receiver.ended).code).toBe(0);
  expect(readFileSync(receiver.file, "utf8")).toBe(SECRET);
});

test("receive-secret.mjs replaces no file", async () => {
  const folder = createTempDir({ "old.key": "old" });
  const receiver = await receive("/hooks/asana", join(folder, "old.key"));
  await post(receiver.url, { headers: { "X-Hook-Secret": SECRET } }).catch(() => undefined);
  const { code, printed } = await receiver.ended;
  expect(code).not.toBe(0);
  expect(printed).not.toContain(SECRET);
  expect(readFileSync(join(folder, "old.key"), "utf8")).toBe("old");
});
