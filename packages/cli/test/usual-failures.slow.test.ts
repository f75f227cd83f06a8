// Usual failures of webhook verification: a request that `hookwright send` signs, what happens to it, and what
// `hookwright verify` then says, as golden text.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createTempDir, createTempFile } from "../../../tools/test-support/temp-dir.ts";
import { hookwright } from "./support/hookwright.ts";
import { type Message, SECRET, USUAL_FAILURES, type UsualFailure } from "./usual-failures.ts";
// Loaded before a test counts its time: the commands themselves are imported when they run.
import "../src/commands/send.ts";
import "../src/commands/verify.ts";

async function signed({ sender, body, sends = [], senderSecret, secret }: UsualFailure) {
  const file = join(createTempDir({}), "sent.http");
  const given = body === undefined ? [] : ["--body", createTempFile("body", body)];
  const proof = sender === "telegram" ? "--token-file" : "--secret-file";
  // A file keeps the line feed at its end but for one.
  const text = senderSecret ?? secret ?? SECRET;
  const by = [proof, createTempFile("secret", text.endsWith("\n") ? `${text}\n` : text)];
  const to = ["--http", file, "--to", `https://a.example/hooks/${sender}`];
  const args = ["send", sender, ...to, ...by, ...given, ...sends];
  expect(await hookwright(args)).toMatchObject({ exitCode: 0 });
  return readMessage(readFileSync(file));
}

function readMessage(bytes: Buffer): Message {
  const end = bytes.indexOf("\r\n\r\n");
  const [line = "", ...rest] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = rest.map((text) => {
    const [, name = "", value = ""] = /^([^:]+): (.*)$/.exec(text) ?? [];
    return [name, value] as const;
  });
  return { line, headers, body: bytes.subarray(end + 4) };
}

function writeMessage({ line, headers, body }: Message): Uint8Array {
  const lines = [line, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}

/** The exit code and what is said beside the rows that any request has. */
async function saidOf(failure: UsualFailure): Promise<string> {
  const { sender, happens = (sent) => sent, checks = [], secret = SECRET } = failure;
  const http = createTempFile("request.http", writeMessage(happens(await signed(failure))));
  const provider = checks.includes("--provider") ? [] : ["--provider", sender];
  const env = { HERE: secret, OTHER: "another-secret-of-some-bytes" };
  const proof = checks.includes("--secret-env") ? [] : ["--secret-env", "HERE"];
  const args = ["verify", "--http", http, ...provider, ...proof, ...checks];
  const { exitCode, stdout, stderr } = await hookwright([...args, "--json"], { env });
  expect(stdout + stderr).not.toContain(secret);
  if (exitCode === 2) return `2\n  ${stderr.trim()}`;
  const { passes, code, keyIndex, reasons, encodingNotes, lengthNotes } = JSON.parse(stdout);
  const head = passes ? `0 passes under secret ${keyIndex + 1}` : `1 ${code}`;
  return [head, ...lengthNotes, ...encodingNotes, ...reasons].join("\n  ");
}

const sayings = new Map<UsualFailure, Promise<string>>();

/** Both tests of a failure need it. */
function sayingOf(failure: UsualFailure): Promise<string> {
  const known = sayings.get(failure) ?? saidOf(failure);
  sayings.set(failure, known);
  return known;
}

const PROOF = /It is right for|has the secret itself/;
const CANNOT_TELL = "One request cannot tell the rest";

test.each(USUAL_FAILURES)("verify() knows what can be known if $what", async (failure) => {
  const said = await sayingOf(failure);
  const { verdict, says = "" } = failure;
  if (verdict === "proved") expect(said).toMatch(PROOF);
  else expect(said).not.toMatch(PROOF);
  expect(said).toContain(says);
  if (verdict === "unknown") expect(said).toContain(CANNOT_TELL);
  else expect(says === "" && said.includes(CANNOT_TELL)).toBe(false);
});

test("verify() says the golden text about each usual failure", async () => {
  const texts: string[] = [];
  for (const failure of USUAL_FAILURES) {
    const { what, sender, verdict } = failure;
    texts.push(`${what} (${sender}, ${verdict})\n  ${await sayingOf(failure)}\n`);
  }
  await expect(texts.join("\n")).toMatchFileSnapshot("usual-failures.txt");
});

const PAGE = fileURLToPath(new URL("../../../docs/cli.md", import.meta.url));

const VERDICTS = { proved: "proved", named: "named", unknown: "cannot be known" } as const;

test("docs/cli.md has the table of usual failures: HOOKWRIGHT_UPDATE=1 writes it", () => {
  const rows = USUAL_FAILURES.map(
    ({ what, sender, verdict }) =>
      `| ${what.replaceAll("<", "\\<")} | \`${sender}\` | ${VERDICTS[verdict]} |`,
  );
  const table = ["| failure | vendor of the test | `verify` |", "|---|---|---|", ...rows].join(
    "\n",
  );
  const page = readFileSync(PAGE, "utf8");
  const made = page.replace(
    /(?<=<!-- Failures: [^\n]*-->\n).*(?=<!-- End of Failures)/s,
    () => `\n${table}\n\n`,
  );
  if (process.env["HOOKWRIGHT_UPDATE"] === "1") writeFileSync(PAGE, made);
  else expect(page).toBe(made);
});
