import { expect, test } from "vitest";
import { createChannels } from "./channels.ts";

const BUILT_IN = [
  "last",
  "whatsapp",
  "telegram",
  "discord",
  "slack",
  "mattermost",
  "signal",
  "imessage",
  "msteams",
];

test("createChannels() knows the built-in channels, and only those", () => {
  const { ids, find } = createChannels();
  expect(ids).toEqual(BUILT_IN);
  expect(BUILT_IN.map(find)).toEqual(BUILT_IN);
  for (const name of ["sms", "", " ", "toString", "__proto__"]) expect(find(name)).toBe(undefined);
});

test("createChannels() knows two built-in aliases", () => {
  const { find } = createChannels();
  expect(["imsg", "teams"].map(find)).toEqual(["imessage", "msteams"]);
});

test("createChannels() compares without case and outer spaces", () => {
  const { find } = createChannels();
  expect([" Slack", "TELEGRAM\n", "IMsg "].map(find)).toEqual(["slack", "telegram", "imessage"]);
});

test("createChannels() adds ids and aliases of a host, in their own spelling", () => {
  const { ids, find } = createChannels([
    { id: "Matrix", aliases: ["element"] },
    { id: "discord", aliases: ["Discord2"] },
  ]);
  expect(ids).toEqual([...BUILT_IN, "Matrix"]);
  expect(["matrix", "ELEMENT", "discord2", "imsg"].map(find)).toEqual([
    "Matrix",
    "Matrix",
    "discord",
    "imessage",
  ]);
});
