import { expect, test } from "vitest";
import { compileHooks } from "../engine.ts";

const hooks = compileHooks({
  hooks: { allowRequestSessionKey: false },
  agents: { list: [{ id: "main" }] },
});

test("draftFromAgentRequest() takes every field of the request", async () => {
  const resolution = await hooks.resolve({
    path: "agent",
    payload: {
      message: " m ",
      name: "n",
      wakeMode: "next-heartbeat",
      deliver: false,
      channel: "TEAMS",
      to: "t",
      agentId: "main",
      model: "o",
      thinking: "high",
      timeoutSeconds: 5,
    },
  });
  expect(resolution).toMatchObject({
    warnings: [],
    action: {
      parts: [{ text: "m" }],
      name: "n",
      wakeMode: "next-heartbeat",
      deliver: false,
      channel: "msteams",
      to: "t",
      agentId: "main",
      model: "o",
      thinking: "high",
      timeoutSeconds: 5,
    },
  });
});

test("draftFromAgentRequest() refuses a session key where requests may send none", async () => {
  const payload = { message: "m", sessionKey: "hook:k" };
  expect(await hooks.resolve({ path: "agent", payload })).toMatchObject({
    refusal: { code: "session_key_refused", issues: [{ path: "/sessionKey" }] },
  });
});

test("draftFromAgentRequest() names the channels there are, and not the one that was sent", async () => {
  const payload = { message: "m", channel: "pager" };
  const resolution = await hooks.resolve({ path: "agent", payload });
  expect(resolution).toMatchObject({ refusal: { issues: [{ path: "/channel" }] } });
  expect(JSON.stringify(resolution)).not.toContain("pager");
});

test("draftFromWakeRequest() names wrong fields by their JSON pointers", async () => {
  const resolution = await hooks.resolve({ path: "wake", payload: { mode: "soon" } });
  expect(resolution).toMatchObject({
    refusal: { code: "invalid_payload", status: 400 },
  });
  expect(pathsOf(resolution).sort()).toEqual(["/mode", "/text"]);
});

test("draftFromWakeRequest() names at most twenty unknown fields, shortened and on one line", async () => {
  const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`unknown-${at}`, 1]));
  const long = `two\nlines ${"x".repeat(100)}`;
  const payload = { text: "x", [long]: 1, ...unknown };
  const resolution = await hooks.resolve({ path: "wake", payload });
  const warnings = "warnings" in resolution ? resolution.warnings : [];
  expect(warnings).toHaveLength(21);
  expect(warnings[0]).toBe(`The field "two lines ${"x".repeat(54)}" is not known and was ignored.`);
  expect(warnings.at(-1)).toBe("Further unknown fields were ignored.");
});

test("draftFromRequest() says which field was meant by one of another style, or of another gateway", async () => {
  const names = ["session_id", "Agent-ID", "timeout", "prompt", "toString"];
  const unknown = Object.fromEntries(names.map((name) => [name, "x"]));
  const resolution = await hooks.resolve({ path: "agent", payload: { message: "x", ...unknown } });
  const hints = ["sessionKey", "agentId", "timeoutSeconds"].map(
    (name) => ` Did you mean "${name}"?`,
  );
  expect(resolution).toMatchObject({
    warnings: names.map(
      (name, at) => `The field "${name}" is not known and was ignored.${hints[at] ?? ""}`,
    ),
  });
});

test("draftFromWakeRequest() refuses what is no object", async () => {
  for (const [payload, word] of [
    [[], "a list"],
    ["x", "a string"],
    [7, "a number"],
  ]) {
    expect(await hooks.resolve({ path: "wake", payload })).toMatchObject({
      refusal: { message: `The body must be a JSON object, not ${String(word)}.`, issues: [] },
    });
  }
});

function pathsOf(resolution: object): string[] {
  const { issues } = Reflect.get(resolution, "refusal") as { issues: readonly { path: string }[] };
  return issues.map(({ path }) => path);
}
