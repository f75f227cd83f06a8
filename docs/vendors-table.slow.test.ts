// Every row of the vendor table over HTTP: the config of its page, requests that must be accepted or refused, and what
// `hookwright send` sends. docs/vendors-table.md has the results.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseConfigText } from "@hookwright/config";
import { type Sample, VENDORS } from "@hookwright/signatures/vendors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../packages/cli/src/run.ts";
import { createTestIo, type TestIo } from "../packages/cli/test/support/test-io.ts";
import { kindsOfProof, outsidersOf } from "../packages/conformance/judges/judges-of.mjs";
import { SAMPLES, UNSENDABLE } from "../packages/samples/src/senders/samples.ts";
import { createTempFile } from "../tools/test-support/temp-dir.ts";
import {
  COLUMNS,
  type Column,
  createWay,
  requestsOf,
  statusOf,
  type Way,
} from "./tools/drive-vendor.ts";
import { readFences } from "./tools/fences.ts";
import { configsOf, table } from "./tools/provider-page.mjs";
import { pageNameOf } from "./tools/provider-pages.mjs";
// Loaded before a test counts its time: the commands themselves are imported when they run.
import "../packages/cli/src/commands/send.ts";
import "../packages/cli/src/commands/serve.ts";

type Provider = (typeof VENDORS)[number]["provider"];

const sendable = VENDORS.filter(({ cannotSend }) => cannotSend === undefined);

const kindOf = ({ type = "json" }: Sample) => (type === "empty" ? "json" : type);

/** Kinds of bodies that a row reads and `send` does not make. */
const NOT_SENT: Readonly<Record<string, readonly string[]>> = { mailgun: ["form", "multipart"] };

function sentKindsOf({ id, body = ["json"] }: Provider): readonly string[] {
  return body.filter((kind) => NOT_SENT[id]?.includes(kind) !== true);
}

/** The first sample of each kind of body. */
function samplesOf(provider: Provider): readonly Sample[] {
  const { id } = provider;
  return sentKindsOf(provider).map((kind) => {
    const sample = SAMPLES[id]?.find((one) => kindOf(one) === kind);
    if (sample === undefined) throw new Error(`${id} has no sample of the kind ${kind}`);
    return sample;
  });
}

test.each(sendable.map(({ provider }) => [provider.id, sentKindsOf(provider), provider] as const))(
  "samples of %s have the kinds of bodies of its row: %j",
  (id, kinds) => {
    expect(new Set(SAMPLES[id]?.map(kindOf))).toEqual(new Set(kinds));
  },
);

test.each([...UNSENDABLE])("%s cannot be sent here, and its page says so", (_id, { reason }) => {
  expect(reason).toContain("alone has the private key");
});

interface Row {
  /** Of its hook. */
  readonly name: string;
  /** The config of its page. */
  readonly code: string;
  readonly way: Way;
}

/** Each way to prove the sender has a config of its own on the page. */
const rows: readonly Row[] = sendable.flatMap((vendor) =>
  configsOf(vendor)
    .flatMap((block) => readFences(block))
    .map(({ code }, index) => {
      const name = `${vendor.provider.id}${index === 0 ? "" : `-${index + 1}`}`;
      return { name, code, way: createWay(vendor, code) };
    }),
);

const env: Record<string, string> = { HOOK_TOKEN: "the-hook-token-of-the-server" };

const rotatedKeys = { secret: "secrets", token: "tokens", publicKey: "publicKey" } as const;

type Auth = Readonly<Record<string, unknown>>;

/** The mapping of the page, and the same with two secrets. */
async function mappingsOf({ name, code, way }: Row): Promise<readonly object[]> {
  const parsed = await parseConfigText(code, { filename: "page.json5" });
  if (!parsed.ok) throw new Error(`The config of ${name} cannot be read.`);
  const { hooks } = parsed.config as { hooks: { mappings: { auth: Auth }[] } };
  const [mapping] = hooks.mappings;
  if (mapping === undefined) throw new Error(`The config of ${name} has no mapping.`);
  const { kind, current, newer, older } = way;
  const page = { ...mapping, match: { path: name } };
  const names = [...code.matchAll(/env: "(\w+)"/g)].map(([, variable = ""]) => variable);
  const [user = "", password = ""] = current.configured.split(":");
  for (const variable of names) {
    if (variable in env) continue;
    if (variable.endsWith("_USER")) env[variable] = user;
    else if (variable.endsWith("_PASSWORD")) env[variable] = password;
    else if (variable.endsWith("_VERIFY")) env[variable] = `a-long-random-text-of-${name}`;
    else env[variable] = current.configured;
  }
  if (kind === "basic") return [page];
  const { [kind]: _one, ...rest } = mapping.auth;
  const auth = { ...rest, [rotatedKeys[kind]]: [newer.configured, older.configured] };
  return [page, { ...page, match: { path: `${name}-rotated` }, auth }];
}

let io: TestIo;
let server: Promise<number>;
let origin: string;

beforeAll(async () => {
  const mappings = (await Promise.all(rows.map(mappingsOf))).flat();
  const throttle = { failures: 1_000_000 };
  const hooks = { enabled: true, token: { env: "HOOK_TOKEN" }, throttle, mappings };
  io = createTestIo({ env, stdin: JSON.stringify({ hooks }) });
  server = run(["serve", "--port", "0", "--config", "-"], io);
  const failed = server.then(() => Promise.reject(new Error(io.stderr.text())));
  const found = await Promise.race([io.stderr.find(/Listening on (http:\/\/[^\s"]+)/), failed]);
  failed.catch(() => undefined);
  origin = found[1] as string;
}, 60_000);

afterAll(async () => {
  io.signals.emit("SIGTERM");
  expect(await server).toBe(0);
});

/** What each request of a column got; the answers that are not as they must be. */
async function drive({ name, way }: Row, column: Column) {
  const isRotated = column === "old secret" || column === "new secret";
  const url = `${origin}/${name}${isRotated ? "-rotated" : ""}`;
  const requests = await requestsOf(way, column, url);
  const statuses = await Promise.all(requests.map((request) => statusOf(request, url)));
  const isRight = (status: number) =>
    COLUMNS[column] === "accepted" ? status >= 200 && status < 300 : status === 401;
  return { tried: statuses.length, wrong: statuses.filter((status) => !isRight(status)) };
}

const columns = Object.keys(COLUMNS) as readonly Column[];

/** The rows whose samples `send` has sent. */
const sent = new Set<string>();

async function runSend(args: readonly string[]) {
  const sendIo = createTestIo({ env });
  const exitCode = await run(["send", ...args], sendIo);
  return [exitCode, sendIo.stdout.text() + sendIo.stderr.text()];
}

/** The options of `send` that prove the sender as the config of the page wants it. */
function proofOf({ code, way }: Row): readonly string[] {
  const { kind, publicUrl, current } = way;
  const url = publicUrl === undefined ? [] : ["--public-url", publicUrl];
  if (kind === "publicKey") {
    return ["--private-key-file", createTempFile("key.pem", current.privateKey ?? ""), ...url];
  }
  if (kind === "basic")
    return ["--token-file", createTempFile("login", current.configured), ...url];
  const [, variable = ""] = new RegExp(`\\b${kind}: \\{ env: "(?!HOOK_)(\\w+)"`).exec(code) ?? [];
  return [`--${kind}-env`, variable, ...url];
}

// Before the requests below: some samples are the same each time, and a repeat becomes no action.
test.each(rows)(
  "hookwright send sends what the config of the page of $name accepts",
  async (row) => {
    const { provider } = row.way.vendor;
    const samples = samplesOf(provider);
    const before = io.stdout.text().length;
    for (const { event } of samples) {
      const to = ["--to", `${origin}/${row.name}`, "--event", event];
      const result = await runSend([provider.id, ...to, ...proofOf(row)]);
      expect(result).toEqual([0, expect.stringMatching(/\n20\d in /)]);
    }
    const lines = io.stdout
      .text()
      .slice(before)
      .split("\n")
      .filter((line) => line !== "");
    expect(lines).toHaveLength(samples.length);
    for (const line of lines) expect(line).toContain(`${provider.name} sent: `);
    sent.add(row.name);
  },
);

const cells = new Map<string, readonly string[]>();

test.each(rows)("the row of $name accepts and refuses what it must, over HTTP", async (row) => {
  const found = await Promise.all(
    columns.map(async (column) => [column, await drive(row, column)] as const),
  );
  const wrong = found.flatMap(([column, { wrong }]) =>
    wrong.map((status) => `${column}: ${status}`),
  );
  expect(wrong).toEqual([]);
  cells.set(
    row.name,
    found.map(([, { tried }]) => (tried === 0 ? "–" : "✓")),
  );
});

const PAGE = fileURLToPath(new URL("vendors-table.md", import.meta.url));

function makePage(): string {
  const names = ["vendor", "by", ...columns, "`send`", "proof", "source of the proof"];
  const made = rows.map(({ name, way: { vendor, kind } }) => {
    const { provider } = vendor;
    const proof = [
      kindsOfProof(provider.id).join(", "),
      outsidersOf(provider.id).join("; ") || provider.docs || "",
    ];
    const link = `[${provider.name}](providers/${pageNameOf(provider)}.md)`;
    return `| ${[link, kind, ...(cells.get(name) ?? []), "✓", ...proof].join(" | ")} |`;
  });
  const unsent = [...UNSENDABLE.keys()].map((id) => `\`${id}\``).join(", ");
  return `# The table of vendors

<!-- Made by docs/vendors-table.slow.test.ts: npm run pages -- vendors-table. -->

What a server answers to each vendor's requests, over HTTP, with the config of the vendor's page. ✓ is accepted under *${accepted.join("*, *")}*, and refused with 401 under the others; – cannot be tried, because no time is signed, or the proof does not cover the body. *Half tolerance* is half of the allowed difference, before and after now; *proof missing* leaves out each header that is needed, one at a time. *Old secret* and *new secret* are those of a config in which one replaces the other. Under *\`send\`*, \`hookwright send\` sends a sample of each kind of body, which becomes an action.

The requests are signed by our own code. *Proof* says what else agrees with the row: \`vector\` is a signed request that somebody has published or recorded, \`library\` is a library that the vendor has made, and \`documentation\` is our reading of the vendor's page alone. [What each row is checked against](providers/README.md#what-each-row-is-checked-against) has more. Only these vendors have their private keys: ${unsent}. Their rows are tested with keys of our own.

${table(names, made)}
`;
}

const accepted = columns.filter((column) => COLUMNS[column] === "accepted");

test("docs/vendors-table.md has the results: npm run pages -- vendors-table", () => {
  // With a filter by title, not all results are there.
  const isWhole = rows.every(({ name }) => cells.has(name) && sent.has(name));
  expect(isWhole).toBe(true);
  const page = makePage();
  if (process.env["HOOKWRIGHT_UPDATE"] === "1") writeFileSync(PAGE, page);
  else expect(readFileSync(PAGE, "utf8")).toBe(page);
});
