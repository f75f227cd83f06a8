// Every code has an example, and each example gives its code.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { parseConfigText } from "@hookwright/config";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { describe, expect, test } from "vitest";
import { check } from "../packages/cli/src/commands/check.ts";
import { createTestIo } from "../packages/cli/test/support/test-io.ts";
import { EVENT_CODES, type RequestExample } from "../packages/core/codes/requests.mjs";
import type { ConfigExample } from "../packages/core/src/authoring/advice/code-row.ts";
import { readConfigCodes } from "../packages/core/tools/generate/read-codes.mjs";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { configFrom, eventsFrom } from "./tools/error-code-example.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const TOKEN = "4f9a1c07be5d3b8a62e0d1f7c9b83a55";
const OTHER = "91d2c4e8b07f4a6e8d35bb1c7f0a2e64";

/** The codes that `hookwright check` prints for an example. */
async function codesOf(
  example: ConfigExample,
  text: string,
  files: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const name = example.file ?? "hooks.yaml";
  const folder = createTempDir({
    "hook.token": TOKEN,
    "sender.secret": OTHER,
    "events.ndjson": eventsFrom(example),
    "other.secret": [...OTHER].toReversed().join(""),
    ...files,
    [name]: configFrom(example, text),
  });
  const variables = (example.env ?? []).map((variable, index) => [variable, `${OTHER}${index}`]);
  const io = createTestIo({ env: Object.fromEntries(variables) });
  const events = join(folder, "events.ndjson");
  const options = { json: true, transforms: "run", ...(example.events && { events }) } as const;
  await check(join(folder, name), options, io);
  const { problems } = JSON.parse(io.stdout.text()) as { problems: readonly { code: string }[] };
  return problems.map(({ code }) => code);
}

const CONFIG_CODES = await readConfigCodes();

describe("each example of a config gives its code, and the right one does not", () => {
  for (const [code, example] of CONFIG_CODES) {
    if ("proof" in example) {
      test(`${code} is proved by ${example.proof}`, () => {
        expect(existsSync(join(root, example.proof))).toBe(true);
        expect(readFileSync(join(root, example.proof), "utf8").includes(code)).toBe(true);
      });
      continue;
    }
    test(code, async () => {
      const { wrong, right, files = {}, fixedFiles = files } = example;
      expect(await codesOf(example, wrong, files)).toContain(code);
      expect(await codesOf(example, right, fixedFiles)).toEqual([]);
    });
  }
});

/** A request as the page shows it → the answer of a server with the config of the example. */
async function answersOf({ level, config = "", before, request, anonymous }: RequestExample) {
  const text = configFrom(level === undefined ? {} : { level }, config);
  const document = await parseConfigText(text, { filename: "hooks.yaml" });
  if (!document.ok) throw new Error(text);
  const hooks = compileHooks(document.config as object, { secrets: () => TOKEN });
  const handler = createFetchHandler(createIngress({ hooks, dispatch: () => undefined }));
  const send = async (written: string) => {
    const [head = "", ...body] = written.split("\n\n");
    const [start = "", ...lines] = head.trim().split("\n");
    const [method = "", target = ""] = start.split(" ");
    const headers = new Headers(lines.map((line) => line.split(": ") as [string, string]));
    if (anonymous !== true) headers.set("authorization", `Bearer ${TOKEN}`);
    const init = { method, headers, ...(body.length > 0 && { body: body.join("\n\n") }) };
    return handler(new Request(`http://localhost${target}`, init));
  };
  if (before !== undefined) expect((await send(before))?.status).toBe(202);
  const answer = await send(request);
  const body = (await answer?.json()) as { code: string } | undefined;
  return [answer?.status, body?.code];
}

describe("each example of a request is refused with its code", () => {
  for (const [code, example] of Object.entries(EVENT_CODES)) {
    if ("proof" in example) {
      test(`${code} is proved by ${example.proof}`, () => {
        expect(readFileSync(join(root, example.proof), "utf8").includes(`"${code}"`)).toBe(true);
      });
      continue;
    }
    test(code, async () => {
      expect(await answersOf(example)).toEqual([example.status, code]);
    });
  }
});
