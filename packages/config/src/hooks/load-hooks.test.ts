// Config files → compiled hooks, or problems with their places.
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../test/support/temp-dir.ts";
import { loadHooks } from "./load-hooks.ts";

const TOKEN = "a-token-of-at-least-24-characters";

function write(text: string, others: Readonly<Record<string, string>> = {}): string {
  return join(createTempDir({ "hooks.json5": text, ...others }), "hooks.json5");
}

test("loadHooks() compiles a config file", async () => {
  const loading = await loadHooks(write(`{ hooks: { enabled: true, token: "${TOKEN}" } }`));
  expect(loading).toMatchObject({
    ok: true,
    warnings: [],
    document: { filename: expect.any(String) },
  });
  expect(loading.ok && loading.hooks.authorizes(TOKEN)).toBe(true);
});

test("loadHooks() adds places to warnings", async () => {
  const loading = await loadHooks(write('{\n  hooks: { enabled: true,\n    token: "short" } }'));
  expect(loading).toMatchObject({
    ok: true,
    warnings: [{ code: "token_short", position: { line: 3, column: 12 } }],
  });
});

test("loadHooks() gives all problems with their places", async () => {
  const text =
    '{\n  hooks: {\n    enabled: true,\n    pathh: "/x",\n    presets: ["gmial"],\n  },\n}';
  const path = write(text);
  const loading = await loadHooks(path);
  expect(loading).toMatchObject({ ok: false, source: text, filename: path, config: { hooks: {} } });
  const found = loading.ok ? [] : loading.problems;
  expect(found.map(({ code, position }) => ({ code, ...position }))).toEqual(
    expect.arrayContaining([
      { code: "unknown_key", line: 4, column: 5 },
      { code: "token_missing", line: 2, column: 10 },
      { code: "preset_unknown", line: 5, column: 15 },
    ]),
  );
});

test("loadHooks() reports a file that cannot be read or parsed", async () => {
  const missing = join(createTempDir(), "none.json");
  expect(await loadHooks(missing)).toMatchObject({
    ok: false,
    problems: [{ code: "config_unreadable" }],
  });
  expect(await loadHooks(write("{"))).toMatchObject({
    ok: false,
    problems: [{ code: "config_syntax" }],
  });
});

test.each([
  ["a file beside the config", '{ file: "token.txt" }', ""],
  [
    "a provider of the gateway",
    '{ source: "file", provider: "vault", id: "/hooks/token" }',
    'secrets: { providers: { vault: { source: "file", path: "vault.json" } } },',
  ],
])("loadHooks() takes the token from %s", async (_what, token, others) => {
  const path = write(`{ ${others} hooks: { enabled: true, token: ${token} } }`, {
    "token.txt": `${TOKEN}\n`,
    "vault.json": JSON.stringify({ hooks: { token: TOKEN } }),
  });
  const loading = await loadHooks(path);
  expect(loading.ok && loading.hooks.authorizes(TOKEN)).toBe(true);
});

test("loadHooks() hands its options on, another secrets port too", async () => {
  const path = write('{ hooks: { enabled: true, token: { env: "ANY" } } }');
  const loading = await loadHooks(path, { secrets: () => TOKEN });
  expect(loading.ok && loading.hooks.authorizes(TOKEN)).toBe(true);
});
