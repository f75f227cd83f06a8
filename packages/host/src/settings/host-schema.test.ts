import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { readHostSettings } from "./read-host-settings.ts";

interface SchemaNode {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
}

const file = new URL("../../schema/host.schema.json", import.meta.url);
const schema = JSON.parse(readFileSync(file, "utf8")) as SchemaNode & object;

test("readHostSettings() accepts and refuses what the published schema does", () => {
  // Editors read further words of it.
  const validate = new Ajv({ strict: false }).compile(schema);
  const hosts: unknown[] = [
    {},
    { heartbeat: {}, delivery: {}, retry: {}, channels: {} },
    { heartbeat: { minGapSeconds: 0 }, onInterrupted: "fail", delivery: { unknown: "hold" } },
    { heartbeat: { minGapSeconds: -1 } },
    { heartbeat: { minGap: 1 } },
    { onInterrupted: "again" },
    { retainDays: 0 },
    { stopGraceSeconds: "30" },
    { runner: { http: "x" } },
    { runner: { htp: {} } },
    { runner: { command: {} }, channels: { webhook: { url: "x" } } },
    { channels: { webhook: { url: "x", tokn: "x" } } },
    { chanels: {} },
    [],
    "host",
  ];
  for (const host of hosts) {
    expect([host, readHostSettings({ host }).ok]).toEqual([host, validate({ host })]);
  }
});

test("host.schema.json says what each key means, in whole sentences", () => {
  const silent: string[] = [];
  const walk = (node: SchemaNode, path: string): void => {
    const isReference = "$ref" in node;
    if (!isReference && !/^.+\.$/.test(node.description ?? "")) silent.push(path);
    for (const [key, one] of Object.entries(node.properties ?? {})) walk(one, `${path}.${key}`);
  };
  for (const [name, one] of Object.entries(schema.definitions ?? {})) walk(one, name);
  expect(silent).toEqual([]);
});
