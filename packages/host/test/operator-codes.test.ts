// The codes in the source of the host → docs/operate.md explains each, and none that nothing makes.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listFiles } from "../../../tools/checks/list-files.mjs";
import {
  COMMAND_CODES,
  DELIVERY_CODES,
  HEALTH_REASONS,
  REFUSAL_CODES,
  RUN_CODES,
  SEND_RESULTS,
  START_CODES,
} from "../codes/operator-codes.mjs";
import { SEND_CODES } from "../src/channels/shared/send-codes.ts";

const root = new URL("../../..", import.meta.url);
const page = readFileSync(new URL("docs/operate.md", root), "utf8");

function readSources(folder: string): readonly string[] {
  return listFiles(root.pathname, /\.ts$/, folder)
    .filter((file) => !/\.test\.ts$|\/(?:testing|generated)\//.test(file))
    .map((file) => readFileSync(new URL(file, root), "utf8"));
}

/** `code: "timeout"`, `createFailure("timeout"`, a union of codes, and a row of failures. */
const CODE =
  /(?:\bcode: (?:"\w+" \| )*|\b(?:createFailure|reject|LedgerError)\(\s*)"([a-z_]+)"|^ {2}(\w+): \{\s+passes/gm;

function codesIn(folder: string): ReadonlySet<string> {
  const found = readSources(folder).flatMap((text) =>
    [...text.matchAll(CODE)].flatMap((match) => match.slice(1)),
  );
  return new Set(found.filter((code) => code !== undefined));
}

/** Codes of a config, and of the API for pages. */
const OTHERS = ["error-codes", "admin-api"].map((name) =>
  readFileSync(new URL(`docs/${name}.md`, root), "utf8"),
);

/** Seen by nobody: of a store that is closed, and of a runner that is never called. */
const INTERNAL = ["ledger_closed", "no_runner"];

const explained = [
  ...[RUN_CODES, DELIVERY_CODES, SEND_CODES, REFUSAL_CODES, START_CODES, COMMAND_CODES],
].flatMap((table) => Object.keys(table));

test("docs/operate.md explains each code that the host makes", () => {
  const missing = [...codesIn("packages/host/src")].filter(
    (code) =>
      ![...explained, ...INTERNAL].includes(code) &&
      !OTHERS.some((page) => page.includes(`## ${code}\n`) || page.includes(`\`${code}\``)),
  );
  expect(missing).toEqual([]);
});

test("each code of docs/operate.md is made by the host", () => {
  const source = readSources("packages/host/src").join("\n");
  const unknown = explained.filter(
    (code) => !new RegExp(`["\`]${code}["\`]|\\b${code}: \\{`).test(source),
  );
  expect(unknown).toEqual([]);
  for (const code of explained) expect(page).toContain(`| \`${code}\` |`);
});

test("docs/operate.md says of each code of a send what becomes of the delivery", {
  tags: "DEL-14",
}, () => {
  expect(Object.values(SEND_RESULTS).flat().sort()).toEqual(Object.keys(SEND_CODES).sort());
});

test("docs/operate.md explains each reason of /healthz", { tags: "OPS-4" }, () => {
  const files = [
    "host/src/operate/health",
    "cli/src/admin/refused-events",
    "cli/src/commands/serve/serve-hooks",
  ];
  const texts = files.map((file) => readFileSync(new URL(`packages/${file}.ts`, root), "utf8"));
  const made = texts.flatMap((text) => [...text.matchAll(/["`]([a-z]+): (?:\$\{|[A-Z])/g)]);
  const reasons = new Set(made.map(([, reason = ""]) => reason));
  // Two statuses, and the address of a mailbox, are in the position of a word.
  expect([...reasons, "standby", "stopping", "you@gmail.com"].sort()).toEqual(
    Object.keys(HEALTH_REASONS).sort(),
  );
});
