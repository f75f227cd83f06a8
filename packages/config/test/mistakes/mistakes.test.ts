// Every `*.cases.ts` beside this file (`export const CASES`) → each mistake is reported, and following its hint gives the intended config.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { type Action, configPathToText, type Hooks, type Problem } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { findInEvents } from "@hookwright/testing/findings";
import { describe, expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { applyEdits } from "../../src/edit/text-edit.ts";
import { editsOfFix } from "../../src/fix/fix-files.ts";
import { compileDocument, type LoadResult, parseConfigText } from "../../src/index.ts";
import type { MistakeCase, SentEvent, WrittenConfig } from "./mistake-case.ts";

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".cases.ts"));
const files = await Promise.all(
  names.map(async (name) => {
    const { CASES } = await import(join(import.meta.dirname, name));
    return { name, cases: CASES as readonly MistakeCase[] };
  }),
);

describe.each(files)("mistakes of $name", ({ cases }) => {
  test.each(cases)("$name", async (one) => {
    const folder = createTempDir(one.files);
    const wrong = textOf(one.config);
    const loaded = await load(wrong, one, folder);
    const problem = loaded.problems.find((found) => isTold(found, one));
    const told = loaded.problems.map(describeProblem).join("\n");
    expect(problem, `not told; told is:\n${told}`).toBeDefined();
    const before = loaded.ok ? await outcomes(loaded.hooks, one.event) : undefined;

    const [fix] = problem?.fixes ?? [];
    if (fix !== undefined) {
      const fixed = applyEdits(wrong.text, editsOfFix(fix));
      expect(await configOf(fixed, wrong), "the fix").toEqual(
        await configOf(textOf(one.followed).text, textOf(one.followed)),
      );
    }
    const followed = await load(textOf(one.followed), one, folder);
    const left = followed.problems.filter(
      ({ code, severity }) => code === one.code || severity === "error",
    );
    expect(left.map(describeProblem)).toEqual([]);
    if (!followed.ok) throw new Error("unreachable: no error is left");
    const after = await outcomes(followed.hooks, one.event);
    const wanted = Array.isArray(one.event) ? one.action : [one.action];
    expect(after).toMatchObject(wanted);
    expect(before, "the wrong config gives the same").not.toMatchObject(wanted);
  });
});

test("mistakes have names of their own", () => {
  const all = files.flatMap(({ cases }) => cases.map(({ name }) => name));
  expect(new Set(all).size).toBe(all.length);
});

interface ConfigText {
  readonly text: string;
  readonly format: "json5" | "yaml";
}

function textOf(config: WrittenConfig): ConfigText {
  return typeof config === "string"
    ? { text: config, format: "yaml" }
    : { text: JSON.stringify(config, null, 2), format: "json5" };
}

async function configOf(text: string, { format }: ConfigText): Promise<unknown> {
  const parsed = await parseConfigText(text, { format });
  return parsed.ok ? parsed.config : parsed.problems;
}

async function load(
  { text, format }: ConfigText,
  { env = {}, events }: MistakeCase,
  folder: string,
): Promise<LoadResult> {
  const filename = join(folder, format === "yaml" ? "hooks.yaml" : "hooks.json5");
  const document = await parseConfigText(text, { format, filename });
  const loaded = await compileDocument(document, {
    fixes: true,
    env,
    ...(events !== undefined && {
      inspect: (config: unknown, compile: object) => findInEvents(config, { events, compile }),
    }),
  });
  if (loaded.ok) await loaded.close(0);
  return loaded;
}

function isTold(problem: Problem, { code, says }: MistakeCase): boolean {
  const words = typeof says === "string" ? [says] : says;
  const text = describeProblem(problem);
  return problem.code === code && words.every((word) => text.includes(word));
}

function describeProblem({ code, path, message, hint = "" }: Problem): string {
  return `${code} ${configPathToText(path)}: ${message} ${hint}`;
}

/** Each event → its outcome, or what was dispatched for it. */
async function outcomes(hooks: Hooks, event: MistakeCase["event"]): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  const events = (Array.isArray(event) ? event : [event]) as readonly SentEvent[];
  for (const { token, ...one } of events) {
    all.push(
      token === undefined ? flatten(await hooks.resolve(one)) : await send(one, token, hooks),
    );
  }
  return all;
}

/** The action of a resolution beside its other facts, and those of all elements in a list. */
function flatten(resolution: Awaited<ReturnType<Hooks["resolve"]>>): object {
  if (resolution.outcome === "batch") {
    const actions = resolution.elements.map((element) => flatten(element.resolution));
    return { outcome: "batch", actions };
  }
  return resolution.outcome === "action" ? { ...resolution, ...resolution.action } : resolution;
}

async function send({ path, payload, headers = {} }: SentEvent, token: string, hooks: Hooks) {
  const actions: Action[] = [];
  const ingress = createIngress({ hooks, dispatch: (action) => void actions.push(action) });
  const url = `http://gateway${hooks.settings.path}/${path}`;
  const response = await createFetchHandler(ingress)(
    new Request(url, {
      method: "POST",
      headers: { ...(headers as Record<string, string>), authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
    }),
  );
  return { status: response?.status, ...actions[0] };
}
