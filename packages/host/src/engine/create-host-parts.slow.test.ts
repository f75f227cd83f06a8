import { expect, test } from "vitest";
import { createScriptedChannel } from "../../test/support/scripted-channel.ts";
import { createScriptedRunner } from "../../test/support/scripted-runner.ts";
import { createHostParts } from "./create-host-parts.ts";

const http = { http: { baseUrl: "http://127.0.0.1:1/v1", model: "local/small" } };
const stateFolder = "state";

test("createHostParts() makes settings, runner and channels of a config", async () => {
  const read = await createHostParts(
    { host: { runner: http }, channels: { webhook: { url: "http://127.0.0.1:1/", token: "t" } } },
    { stateFolder, clock: Date.now, secrets: () => undefined },
  );
  expect(read.ok ? read.problems : read).toEqual([]);
  expect(read.ok && [...read.parts.channels.keys()]).toEqual(["webhook"]);
  expect(read.ok && read.parts.runner.id).toContain("http");
});

test("createHostParts() takes a runner and channels of one's own instead", async () => {
  const runner = createScriptedRunner();
  const own = createScriptedChannel({ id: "pager" });
  const channels = [own];
  const config = { channels: { pager: { anything: 1 } } };
  const read = await createHostParts(config, { stateFolder, runner, channels });
  expect(read).toMatchObject({ ok: true, problems: [], parts: { runner } });
  expect(read.ok && read.parts.channels.get("pager")).toBe(own);
});

test("createHostParts() says what is missing where no runner is set, and what is wrong elsewhere", async () => {
  const none = await createHostParts({}, { stateFolder });
  expect(none).toMatchObject({ ok: false, problems: [{ severity: "error" }] });
  const wrong = await createHostParts({ host: { stopGraceSeconds: "x" } }, { stateFolder });
  expect(wrong.ok).toBe(false);
  const broken = await createHostParts(
    { host: { runner: http }, channels: { telegram: {} } },
    { stateFolder },
  );
  expect(broken).toMatchObject({ ok: false });
});

test("ACC-5 createHostParts() warns of each mapping whose channel is not configured", async () => {
  const mappings = [
    { id: "ci", channel: "slack" },
    { channel: "telegram" },
    { channel: "pager" },
    { channel: "last" },
    { channel: "slack", deliver: false },
    { channel: "slack", action: "wake" },
  ];
  const read = await createHostParts(
    { hooks: { mappings } },
    {
      stateFolder,
      runner: createScriptedRunner(),
      channels: [createScriptedChannel({ id: "Pager" })],
    },
  );
  expect(read.ok && read.problems.map(({ path, severity }) => [path.join("."), severity])).toEqual([
    ["hooks.mappings.0.channel", "warning"],
    ["hooks.mappings.1.channel", "warning"],
  ]);
});
