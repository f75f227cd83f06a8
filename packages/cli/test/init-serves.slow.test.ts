// What `hookwright init` writes, used as it says: served by the built command, and sent to as the senders do.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RequestRecord } from "@hookwright/core/ingress";
import { listRecipes, recipe } from "@hookwright/samples";
import { PROVIDERS } from "@hookwright/signatures";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { run } from "../src/run.ts";
import { type BinOptions, runBin, serveBin } from "./support/bin.ts";
import type { Collector } from "./support/collector.ts";
import { createTestIo } from "./support/test-io.ts";
// Loaded before a test counts its time: the command itself is imported when it runs.
import "../src/commands/send.ts";

interface TestCase {
  readonly event: string;
  readonly expect: { readonly mapping?: string; readonly becomes?: string };
}

test.each(listRecipes().map((name, index) => [name, ["json5", "yaml", "json"][index % 3] ?? ""]))(
  "init() for %s (%s) writes a config that serves and dispatches each event of its senders",
  { timeout: 180_000 },
  async (name, format) => {
    const folder = createTempDir({});
    const made = await runCommand(name, ["init", folder, "--providers", name, "--format", format]);
    expect(made.exitCode, made.stderr).toBe(0);
    const env = {};
    const config = join(folder, `hooks.${format}`);
    const server = await serveBin(["--config", config, "--json"], { env });
    const nextRecord = createRecords(server.stderr);
    const origin = new URL(server.url).origin;

    // The line that init prints, with another port.
    const [, ...words] = /hookwright (send .*)$/m.exec(made.stdout)?.[1]?.split(" ") ?? [];
    const args = words.map((word) => (word.startsWith("http://") ? origin : word));
    const sent = await runCommand(name, ["send", ...args], { env, cwd: folder });
    expect([sent.exitCode, sent.stdout]).toEqual([0, expect.stringMatching(/\n20[02] in /)]);
    expect(isDispatched(await nextRecord())).toBe(true);

    const { cases } = parse(readFileSync(join(folder, "hooks.test.yaml"), "utf8")) as {
      readonly cases: readonly TestCase[];
    };
    const acting = cases.filter(({ expect: { becomes } }) => becomes === undefined);
    expect(acting.length).toBeGreaterThan(0);
    for (const { event, expect: wanted } of acting) {
      const file = join(folder, event);
      // What the printed line has sent is a repeat now, and says so.
      if (args.includes(event)) continue;
      const own = ["send", "--config", config, "--event-file", file, "--to", origin];
      const answer = await runHere(own, { env });
      expect([event, answer]).toEqual([event, expect.objectContaining({ exitCode: 0 })]);
      const record = await nextRecord();
      expect([event, record.mappingId, isDispatched(record)]).toEqual([
        event,
        wanted.mapping,
        true,
      ]);
    }

    for (const [path, provider] of providersOf(name)) {
      const to = ["--to", `${server.url}/${path}`, "--config", config];
      const answer = await runHere(["send", provider, ...to], { env });
      expect([provider, answer.stdout]).toEqual([
        provider,
        expect.stringMatching(/\n20[02] in \d+ ms\n/),
      ]);
      const record = await nextRecord();
      expect([record.provider, isDispatched(record)]).toEqual([provider, true]);
      if (PROVIDERS.find(({ id }) => id === provider)?.handshake === undefined) continue;
      const handshake = await runHere(["send", provider, "--handshake", ...to], { env });
      expect(handshake.stdout).toContain("the handshake is answered");
      await nextRecord();
    }
    expect(server.stderr.text()).not.toMatch(/deprecat|warning/i);
  },
);

/** The record of the newest request: a server writes it after the answer, so it is waited for. */
function createRecords(stderr: Collector): () => Promise<RequestRecord> {
  let requests = 0;
  return async () => {
    requests += 1;
    const line = String.raw`"type":"request"[^\n]*\n`;
    await stderr.find(new RegExp(`(?:${line}[^]*?){${requests}}`));
    const lines = stderr.text().trim().split("\n");
    const records = lines.filter((one) => one.includes('"type":"request"'));
    return JSON.parse(records[requests - 1] ?? "null") as RequestRecord;
  };
}

/** A 204, a refusal and a repeat name no mapping, or start nothing. */
function isDispatched({ mappingId, runId, dispatched = 0, dedupe }: RequestRecord): boolean {
  const runs = runId !== undefined || dispatched > 0;
  return mappingId !== undefined && runs && dedupe !== "replayed";
}

/** The built command starts once for each of its words: what differs between recipes is what the server gets. */
function runCommand(name: string, args: readonly string[], options: BinOptions = {}) {
  return name === listRecipes()[0] ? runBin(args, options) : runHere(args, options);
}

async function runHere(args: readonly string[], { env = {}, cwd }: BinOptions) {
  const io = createTestIo({ env });
  const inFolder = (word: string) =>
    cwd !== undefined && existsSync(join(cwd, word)) ? join(cwd, word) : word;
  const exitCode = await run(args.map(inFolder), io);
  return { exitCode, stdout: io.stdout.text(), stderr: io.stderr.text() };
}

/** The hooks of a recipe that a vendor of the table signs for. */
function providersOf(name: string): ReadonlyMap<string, string> {
  const pairs = recipe(name).hooks.mappings.flatMap((mapping) => {
    const { match, auth, body } = mapping as {
      readonly match: { readonly path: string };
      readonly auth?: { readonly provider?: string };
      readonly body?: string;
    };
    return auth?.provider === undefined || body === "form"
      ? []
      : [[match.path, auth.provider] as const];
  });
  return new Map(pairs);
}
