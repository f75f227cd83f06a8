import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { HOST_KEYS, hostSchema } from "./host-keys.ts";
import { readHostSettings } from "./read-host-settings.ts";

test("hostSchema() is the file that editors read; `npm run generate -w @hookwright/host` writes it", () => {
  const file = new URL("../../schema/host.schema.json", import.meta.url);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(hostSchema());
});

test("hostSchema() and readHostSettings() accept and refuse the same", () => {
  const validate = new Ajv({ allErrors: true }).compile(hostSchema());
  const hosts: unknown[] = [
    {},
    Object.fromEntries(HOST_KEYS.map(({ key }) => [key.split(".")[0], {}])),
    { heartbeat: { minGapSeconds: 0 }, onInterrupted: "fail", delivery: { unknown: "hold" } },
    { heartbeat: { minGapSeconds: -1 } },
    { heartbeat: { minGap: 1 } },
    { onInterrupted: "again" },
    { retainDays: 0 },
    { stopGraceSeconds: "30" },
    { runner: { http: "x" } },
    { runner: { htp: {} } },
    { runner: { command: {} }, channels: { webhook: {} } },
    { chanels: {} },
    [],
    "host",
  ];
  for (const host of hosts) {
    expect([host, readHostSettings({ host }).ok]).toEqual([host, validate({ host })]);
  }
});

test("HOST_KEYS says what each key means, in whole sentences", () => {
  for (const { key, meaning } of HOST_KEYS)
    expect([key, meaning]).toEqual([key, expect.stringMatching(/^[A-Z].*\.$/)]);
});
