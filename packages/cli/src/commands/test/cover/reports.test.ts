import { parseConfigText } from "@hookwright/config";
import { event } from "@hookwright/testing";
import { createCoverage } from "@hookwright/testing/coverage";
import { changesToText } from "@hookwright/testing/files";
import { expect, test } from "vitest";
import { locateReport } from "../../../../../testing/src/files/locate-value.ts";
import { createStyle } from "../../../output/style.ts";
import { coverageReport, findArms } from "./coverage-report.ts";
import { findMissed, parseFloors } from "./parse-floors.ts";
import { reportsToJson, reportsToLcov, reportToText } from "./reports.ts";

const SOURCE = `{
  hooks: {
    partials: { row: "{{name}}" },
    mappings: [
      { id: "pr", match: { path: "github", headers: { "X-GitHub-Event": "pull_request" } },
        messageTemplate: "PR \\
{{#if merged}}<merged>{{else}}closed{{/if}}" },
      { id: "list", match: { path: "list" }, messageTemplate: "{{> row}}{{#each rows}}-{{/each}}" },
    ],
  },
}
`;

async function measure(source = SOURCE, payloads: readonly object[] = [{ merged: true }]) {
  const document = await parseConfigText(source, { filename: "hooks.json5" });
  if (!document.ok) throw new Error("no document");
  const coverage = createCoverage(document.config);
  for (const [index, payload] of payloads.entries()) {
    const headers = { "x-github-event": "pull_request" };
    const asserted = { matching: true, fields: "all" } as const;
    await coverage.add({
      name: `case ${index}`,
      event: event("github", { payload, headers }),
      asserted,
    });
  }
  return { document, located: locateReport("hooks.json5", await coverage.report(), document) };
}

test("reportToText() counts each kind, with the position, the reason and the cheapest case", async () => {
  const { located } = await measure();
  const text = reportToText(located, createStyle(false));
  expect(text).toBe(
    `hooks.json5                     mappings 1/2  clauses 0/2  conditions 0/0  branches 1/4  expressions 0/1  22 %
  5:73    pr  never the deciding clause: headers.x-github-event decides   try, from "case 0": remove: [headers.x-github-event]
  5:34    path  no such event: an event of "github" that no mapping takes   try, from "case 0": remove: [headers.x-github-event]
  7:1     pr  arm not taken: {{else}} of {{#if merged}}   try, from "case 0": remove: [payload.merged]
  8:7     list  never tried: no event with path "list": list takes an event   try, from "case 0": patch: {path: "list"}
  8:73    list  never rendered: {{#each rows}} with none
  8:73    list  never rendered: {{#each rows}} with several
  3:23    partial row (mappings.1.messageTemplate)  never rendered: {{name}}
`,
  );
});

test("reportToText() prints one line per comparison, with everything that it lacks", async () => {
  const when = `{ and: [{ "==": [{ var: "payload.a" }, 1] }, { "==": [{ var: "payload.a" }, 1] }] }`;
  const { located } = await measure(
    `{ hooks: { mappings: [{ id: "m", match: { path: "github", when: ${when} }, messageTemplate: "x" }] } }`,
    [{ a: 1 }],
  );
  const lines = reportToText(located, createStyle(false)).split("\n");
  const own = lines.filter((line) => line.includes("payload.a == 1"));
  expect(own.map((line) => line.trim().split(/ {2,}/).slice(1, 3).join("  "))).toEqual([
    "m  never false; never the deciding clause: payload.a == 1",
    "m  never false; never the deciding clause: payload.a == 1",
  ]);
});

test("reportToText() prints one line for a config that is fully covered", async () => {
  const one = `{ hooks: { mappings: [{ match: { path: "github" }, messageTemplate: "x" }] } }`;
  const { located } = await measure(one);
  expect(reportToText(located, createStyle(false))).toBe(
    "hooks.json5                     mappings 1/1  clauses 0/0  conditions 0/0  branches 0/0  expressions 0/0  100 %\n",
  );
});

test("reportToText() names the first of several templates that use a partial", async () => {
  const mapping = (id: string) => `{ match: { path: "${id}" }, messageTemplate: "{{> row}}" }`;
  const source = `{ hooks: { partials: { row: "{{a}}" }, mappings: [${mapping("a")}, ${mapping("b")}] } }`;
  const { located } = await measure(source);
  expect(reportToText(located, createStyle(false))).toContain(
    "partial row (mappings.0.messageTemplate and 1 more)",
  );
});

test("coverageReport() has each missing part with its place, its reason and the case to add", async () => {
  const [config] = coverageReport([await measure()]).configs;
  expect(config).toMatchObject({ name: "hooks.json5", percent: 22 });
  expect(config?.counts.at(-1)).toEqual({ name: "total", covered: 2, total: 9, percent: 22 });
  expect(config?.missing).toHaveLength(7);
  expect(config?.missing[2]).toEqual({
    place: { file: 0, line: 7, text: "hooks.json5:7:1" },
    owner: "pr",
    label: "{{else}} of {{#if merged}}",
    reason: "arm not taken",
    add: {
      from: "case 0",
      lines: ["remove: [payload.merged]", 'expect: {"mapping":"pr","snapshot":true}'],
    },
  });
  const whole = `{ hooks: { mappings: [{ match: { path: "github" }, messageTemplate: "x" }] } }`;
  expect(coverageReport([await measure(whole)]).configs[0]?.missing).toEqual([]);
});

test("coverageReport() marks what cases cover, with the reasons behind the lines, and hides secrets", async () => {
  const token = "a-token-that-nobody-may-read";
  const source = SOURCE.replace("hooks: {", `hooks: { token: "${token}",`);
  const [config] = coverageReport([await measure(source)]).configs;
  const lines = config?.files[0]?.lines ?? [];
  const textOf = (line: number) => lines[line - 1]?.pieces.map(({ text }) => text).join("");
  expect(lines).toHaveLength(SOURCE.trimEnd().split("\n").length);
  expect(textOf(2)).toBe("  hooks: { token: ***,");
  expect(JSON.stringify(config)).not.toContain(token);
  expect(lines[6]).toEqual({
    pieces: [
      { text: "{{#if merged}}", mark: "part" },
      { text: "<merged>", mark: "good" },
      { text: "{{else}}" },
      { text: "closed", mark: "bad" },
      { text: '{{/if}}" },' },
    ],
    notes: ["arm not taken: {{else}} of {{#if merged}}"],
  });
});

test("reportsToLcov() has a line for each line with units, and a branch for each unit", async () => {
  const { located } = await measure();
  expect(reportsToLcov([located])).toBe(
    [
      "TN:",
      "SF:hooks.json5",
      "BRDA:3,0,0,0",
      "BRDA:5,0,0,1",
      "BRDA:5,0,1,0",
      "BRDA:5,0,2,0",
      "BRDA:7,0,0,1",
      "BRDA:7,0,1,0",
      "BRDA:8,0,0,0",
      "BRDA:8,0,1,0",
      "BRDA:8,0,2,0",
      "BRF:9",
      "BRH:2",
      "DA:3,0",
      "DA:5,1",
      "DA:7,1",
      "DA:8,0",
      "LF:4",
      "LH:2",
      "end_of_record\n",
    ].join("\n"),
  );
});

test("reportsToJson() has the units with their ranges, and no event", async () => {
  const { located } = await measure();
  const { schema, configs } = JSON.parse(reportsToJson([located]));
  expect(schema).toBe("hookwright.coverage/1");
  expect(configs[0].total).toEqual({ covered: 2, total: 9, percent: 22 });
  const [taken, decides] = configs[0].units;
  expect(taken).toMatchObject({ label: "pr takes an event", isCovered: true });
  expect(decides.suggestion).toEqual({
    from: "case 0",
    remove: ["headers.x-github-event"],
    becomes: "unmatched",
  });
  expect(JSON.stringify(configs)).not.toContain('"event":');
});

test("reportToText() prints no position for a unit of another file", async () => {
  const { document, located } = await measure();
  const without = { ...document, config: { hooks: { mappings: [] } } };
  const report = locateReport("hooks.json5", located.report, without);
  expect(report.units.every(({ range }) => range === undefined)).toBe(true);
  expect(reportToText(report, createStyle(false))).toContain("          list  never tried");
  expect(reportsToLcov([report])).toContain("BRF:0\nBRH:0\nLF:0");
  const [config] = coverageReport([{ located: report, document: without }]).configs;
  expect(JSON.stringify(config)).not.toMatch(/"(?:place|mark)":/);
  const broken = locateReport("hooks.json5", located.report, { ...document, config: { hooks: 1 } });
  expect(broken.units.every(({ range }) => range === undefined)).toBe(true);
});

test("parseFloors() reads a minimum for the total and for each kind", async () => {
  const { located } = await measure();
  expect(findMissed([located], parseFloors("22,branches=25"))).toEqual([]);
  expect(findMissed([located], parseFloors("23, branches=90"))).toEqual([
    "hooks.json5: coverage is 22 %, and must be 23 %.",
    "hooks.json5: coverage of branches is 25 %, and must be 90 %.",
  ]);
});

test.each(["x", "101", "lines=90", "", "branches="])("parseFloors() refuses %j", (text) => {
  expect(() => parseFloors(text)).toThrow("is not a minimum coverage");
});

test("changesToText() writes changes as a test file does", () => {
  expect(changesToText({ patch: { "payload.a": ["x"], path: "b" }, remove: ["headers.c"] })).toBe(
    'patch: {payload.a: ["x"], path: "b"}  remove: [headers.c]',
  );
});

test.each([
  ["{{#if a}}x{{/if}}", ["x", undefined]],
  ["{{#if a}}x{{else}}y{{/if}}", ["x", "y"]],
  ["{{#if a}}x{{else if b}}y{{else}}z{{/if}}", ["x", "{{else if b}}y{{else}}z"]],
  ["{{#if a}}{{#if b}}1{{else}}2{{/if}}{{^}}y{{/if}}", ["{{#if b}}1{{else}}2{{/if}}", "y"]],
  ["{{^a}}{{!-- {{/a}} --}}x{{/a}}", ["{{!-- {{/a}} --}}x", undefined]],
  ["{{#if a}}x", undefined],
  ["{{a}}", undefined],
])("findArms() finds both halves of %s", (template, wanted) => {
  const arms = findArms(template, { start: 0, end: template.indexOf("}}") + 2 });
  const textOf = (span?: { start: number; end: number }) =>
    span && template.slice(span.start, span.end);
  expect(arms && [textOf(arms.body), textOf(arms.other)]).toEqual(wanted);
});
