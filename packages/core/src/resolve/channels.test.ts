import { expect, test } from "vitest";
import { channelNamesOf, createChannels } from "./policy.ts";

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

test("createChannels() adds channels that the config names, after those that are known", () => {
  const named = ["Matrix", "teams", "TELEGRAM", "pager"];
  const { ids, find } = createChannels([{ id: "Pager" }], named);
  expect(ids).toEqual([...BUILT_IN, "Pager", "Matrix"]);
  expect(["matrix", "teams", "telegram", "pager"].map(find)).toEqual([
    ...["Matrix", "msteams", "telegram", "Pager"],
  ]);
});

test("channelNamesOf() reads the keys of channels and host.channels, and nothing below them", () => {
  const matrix = Proxy.revocable({}, {});
  matrix.revoke();
  const channels = { " matrix ": matrix.proxy, defaults: {}, modelByChannel: {}, irc: null };
  expect(channelNamesOf({ channels, host: { channels: { pager: {}, irc: {} } } })).toEqual([
    ...["matrix", "irc", "pager"],
  ]);
});

test("channelNamesOf() finds no names in what it cannot read", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const thrower = Object.defineProperty({}, "channels", {
    get() {
      throw new Error("not today");
    },
  });
  const wrong = [undefined, null, "x", [], { channels: ["a"] }, { channels: "a" }, { host: 7 }];
  for (const config of [...wrong, proxy, thrower, { channels: proxy }, { channels: null }]) {
    expect(channelNamesOf(config)).toEqual([]);
  }
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
