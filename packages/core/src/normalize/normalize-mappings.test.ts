import { expect, test } from "vitest";
import { withProblems } from "../../test/reporting.ts";
import type { HooksInput, MappingInput } from "../model/config.ts";
import type { Preset } from "../model/preset.ts";
import { normalizeMappings } from "./normalize-mappings.ts";

const uptime: Preset = () => [
  { match: { path: "uptime" }, messageTemplate: "{{state}}" },
  { id: "uptime-test", match: { path: "uptime-test" }, messageTemplate: "{{state}}" },
];

const normalize = (hooks: HooksInput, presets?: Readonly<Record<string, Preset>>) => {
  const run = withProblems((report) => normalizeMappings(hooks, { presets, report }));
  return { mappings: run.result, problems: run.problems };
};

function idsOf(hooks: HooksInput, presets?: Readonly<Record<string, Preset>>): readonly string[] {
  return normalize(hooks, presets).mappings.map(({ id }) => id);
}

test("normalizeMappings() makes no mapping of a config without any", () => {
  expect(normalize({})).toEqual({ mappings: [], problems: [] });
});

test("normalizeMappings() names mappings by their place, counted from 1", () => {
  expect(idsOf({ mappings: [{}, { id: " github " }, {}] })).toEqual([
    "mapping-1",
    "github",
    "mapping-3",
  ]);
});

test("normalizeMappings() keeps names and places where an entry was taken out", () => {
  const mappings = [undefined, {}] as unknown as MappingInput[];
  expect(normalize({ mappings }).mappings).toMatchObject([
    { id: "mapping-2", configPath: ["hooks", "mappings", 1] },
  ]);
});

test("normalizeMappings() puts the mappings of presets last, in the order of the presets", () => {
  const hooks = { presets: ["uptime", "gmail"], mappings: [{ id: "own" }] };
  expect(idsOf(hooks, { uptime })).toEqual(["own", "uptime", "uptime-test", "gmail"]);
  const { mappings } = normalize(hooks, { uptime });
  expect(mappings.map(({ preset }) => preset)).toEqual([undefined, "uptime", "uptime", "gmail"]);
  expect(mappings.at(-1)?.configPath).toEqual(["hooks", "presets", 1]);
});

test("normalizeMappings() gives a preset's mapping another name where its own is taken", () => {
  expect(idsOf({ presets: ["gmail", "gmail", "gmail"], mappings: [{ id: "gmail" }] })).toEqual([
    "gmail",
    "gmail-preset",
    "gmail-preset3",
    "gmail-preset4",
  ]);
});

test("normalizeMappings() lets a host replace a preset", () => {
  const { mappings } = normalize({ presets: ["gmail"] }, { gmail: uptime });
  expect(mappings).toMatchObject([{ match: { path: "uptime" } }, { id: "uptime-test" }]);
});

test("normalizeMappings() suggests the nearest preset for one that there is not", () => {
  const { mappings, problems } = normalize({ presets: ["gmial", "gmail", "toString"] });
  expect(mappings).toHaveLength(1);
  expect(problems).toEqual([
    {
      code: "preset_unknown",
      severity: "error",
      path: ["hooks", "presets", 0],
      message: 'There is no preset "gmial".',
      hint: 'Did you mean "gmail"?',
    },
    {
      code: "preset_unknown",
      severity: "error",
      path: ["hooks", "presets", 2],
      message: 'There is no preset "toString".',
      hint: "Known: gmail.",
    },
  ]);
});

test("normalizeMappings() says nothing of a preset that was taken out", () => {
  const presets = [undefined, "gmail"] as unknown as string[];
  expect(normalize({ presets })).toMatchObject({
    mappings: [{ id: "gmail", configPath: ["hooks", "presets", 1] }],
    problems: [],
  });
});
