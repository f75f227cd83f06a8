import { parseConfigText } from "@hookwright/config";
import { event } from "@hookwright/testing";
import { createCoverage } from "@hookwright/testing/coverage";
import { changesToText } from "@hookwright/testing/files";
import { expect, test } from "vitest";
import { locateReport } from "../../../../../testing/src/files/locate-value.ts";
import { createStyle } from "../../../output/style.ts";
import { findMissed, parseFloors } from "./parse-floors.ts";
import { findArms, reportsToHtml } from "./report-to-html.ts";
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

test("reportsToHtml() has no script, escapes the config, and colors what cases cover", async () => {
  const { document, located } = await measure();
  const page = reportsToHtml([{ located, document }]);
  expect(page).not.toMatch(/<script|javascript:|\son\w+=/i);
  expect(page).toContain("default-src 'none'");
  expect(page).toContain(
    '<span class="part" title="arm not taken: {{else}} of {{#if merged}}">{{#if merged}}</span>',
  );
  expect(page).toContain('<span class="yes" title="">&lt;merged&gt;</span>');
  expect(page).toContain(
    '<span class="no" title="arm not taken: {{else}} of {{#if merged}}">closed</span>',
  );
  expect(page).toContain("<td>try, from &quot;case 0&quot;: remove: [payload.merged]");
  const whole = `{ hooks: { mappings: [{ match: { path: "github" }, messageTemplate: "x" }] } }`;
  const one = await measure(whole);
  expect(reportsToHtml([one])).toContain("<td>nothing");
});

test("reportsToHtml() shows the config as it is, without the values of secrets", async () => {
  const token = "a-token-that-nobody-may-read";
  const { document, located } = await measure(
    SOURCE.replace("hooks: {", `hooks: { token: "${token}",`),
  );
  const page = reportsToHtml([{ located, document }]);
  expect(page).toContain("hooks: { token: ***,");
  expect(page).not.toContain(token);
  expect(page).toContain('<span class="yes" title="">&lt;merged&gt;</span>');
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
  expect(reportsToHtml([{ located: report, document: without }])).not.toContain('class="');
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
