import { expect, test } from "vitest";
import { gmailPreset } from "./gmail.ts";

test("gmailPreset() makes one agent run of the mail's own session", () => {
  expect(gmailPreset({})).toMatchObject([
    {
      id: "gmail",
      match: { path: "gmail" },
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
  expect(gmailPreset({ gmail: { ...own, account: "a", label: "l", maxBytes: 1 } })).toEqual([
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
