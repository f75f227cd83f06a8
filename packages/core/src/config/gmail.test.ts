import { expect, test } from "vitest";
import { compileHooks } from "../engine.ts";
import { gmailPreset } from "./presets.ts";

test("gmailPreset() makes one agent run of each mail's own session", () => {
  expect(gmailPreset({})).toMatchObject([
    {
      id: "gmail",
      match: { path: "gmail" },
      forEach: "messages",
      dedupeKey: "gmail:{{account}}:{{messages[0].id}}",
      action: "agent",
      wakeMode: "now",
      name: "Gmail",
      sessionKey: "hook:gmail:{{messages[0].id}}",
    },
  ]);
});

test("gmailPreset() shows sender, subject, snippet and body", () => {
  const [mapping] = gmailPreset({});
  for (const field of ["from", "subject", "snippet", "body"]) {
    expect(mapping?.messageTemplate).toContain(`{{messages[0].${field}}}`);
  }
});

test("gmailPreset() takes model, thinking and the fence switch of hooks.gmail, and nothing else", () => {
  const own = { model: "v/m", thinking: "low", allowUnsafeExternalContent: true };
  expect(gmailPreset({ gmail: { ...own, account: "a", label: "l" } })).toEqual([
    { ...gmailPreset({})[0], ...own },
  ]);
});

test("gmailPreset() leaves unset what hooks.gmail does not set", () => {
  for (const hooks of [{}, { gmail: {} }]) {
    const [mapping] = gmailPreset(hooks);
    for (const field of ["model", "thinking", "allowUnsafeExternalContent", "deliver", "channel"]) {
      expect(mapping).not.toHaveProperty(field);
    }
  }
});

test.each([
  [undefined, 6_819_200],
  [1, 819_500],
  [0, 819_200],
  [200_000, 33_554_432],
])("gmailPreset() takes pushes of a hundred mails of %s bytes", (maxBytes, maxBodyBytes) => {
  const gmail = maxBytes === undefined ? {} : { maxBytes };
  expect(gmailPreset({ gmail })[0]).toMatchObject({ maxBodyBytes });
});

test("gmailPreset() makes one run for each mail of a push, and none of a push without mails", async () => {
  const hooks = compileHooks({ hooks: { presets: ["gmail"] } });
  const resolve = (...ids: readonly string[]) =>
    hooks.resolve({
      path: "gmail",
      payload: { messages: ids.map((id) => ({ id, subject: `Subject ${id}` })) },
    });
  const batch = await resolve("m1", "m2", "m3");
  if (batch.outcome !== "batch") throw new Error("no batch");
  expect(batch.elements.map(({ resolution }) => resolution)).toMatchObject(
    ["m1", "m2", "m3"].map((id) => ({
      action: {
        sessionKey: `hook:gmail:${id}`,
        untrustedText: expect.stringContaining(`Subject: Subject ${id}`),
      },
    })),
  );
  expect(await resolve("m1")).toMatchObject({ outcome: "action", mappingId: "gmail" });
  expect(await resolve()).toEqual({ outcome: "handled", mappingId: "gmail", list: "empty" });
});
