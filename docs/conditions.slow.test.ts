// The configs of conditions.md take the events that the page says.
import { readFile } from "node:fs/promises";
import { parseConfigText } from "@hookwright/config";
import { compileHooks, type HookEvent, type HookwrightConfigInput } from "@hookwright/core";
import { expect, it } from "vitest";
import { type Fence, readFences } from "./tools/fences.ts";

const page = await readFile(new URL("conditions.md", import.meta.url), "utf8");
const fences = readFences(page);

/** The outcome of events for the config that contains a text. */
async function outcomesOf(part: string, events: readonly HookEvent[]): Promise<readonly string[]> {
  const { code, language } = fences.find((fence) => fence.code.includes(part)) as Fence;
  const document = await parseConfigText(code, { filename: `fence.${language}` });
  if (!document.ok) throw new Error(`The config with ${part} cannot be read.`);
  const hooks = compileHooks(document.config as HookwrightConfigInput);
  const resolutions = await Promise.all(events.map((event) => hooks.resolve(event)));
  return resolutions.map(({ outcome }) => outcome);
}

const at = (time: string): HookEvent => ({
  path: "monitor",
  payload: { title: "Disk full" },
  receivedAt: Date.parse(`2026-01-02T${time}:00Z`),
});

it("conditions.md: a mapping for the hours of the night, in UTC", async () => {
  const events = ["21:59", "22:00", "06:59", "07:00"].map(at);
  const outcomes = await outcomesOf("at-night", events);
  expect(outcomes).toEqual(["action", "skipped", "skipped", "action"]);
});

it("conditions.md: a mapping for working hours at +02:00", async () => {
  const events = ["06:59", "07:00", "15:59", "16:00", "22:30"].map(at);
  const outcomes = await outcomesOf("<=", events);
  expect(outcomes).toEqual(["unmatched", "action", "action", "unmatched", "unmatched"]);
});

it("conditions.md: texts and lists", async () => {
  const push = (ref: string, name: string, id: unknown): HookEvent => ({
    path: "github",
    headers: { "x-github-event": "push" },
    payload: { ref, pusher: { name }, head_commit: { id } },
  });
  const alerts = (team: string, ...statuses: readonly string[]): HookEvent => ({
    path: "alertmanager",
    payload: {
      alerts: statuses.map((status) => ({ status })),
      labels: [{ name: "team", value: team }],
    },
  });
  const outcomes = await outcomesOf("alertmanager", [
    push("refs/tags/v1.20", "ann", "c0ffee"),
    push("refs/tags/v1.20-rc1", "ann", "c0ffee"),
    push("refs/tags/v1.20", "robot[bot]", "c0ffee"),
    push("refs/tags/v1.20", "ann", null),
    alerts("ops", "firing", "firing", "firing"),
    alerts("ops", "firing", "resolved", "firing"),
    alerts("web", "firing", "firing", "firing"),
  ]);
  const [no, yes] = ["unmatched", "action"];
  expect(outcomes).toEqual([yes, no, no, no, yes, no, no]);
});
