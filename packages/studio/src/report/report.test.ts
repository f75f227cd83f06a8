// What the pages of reports say, and what texts from outside cannot do in them.
import { type ComponentType, h } from "preact";
import { render } from "preact-render-to-string";
import { expect, test } from "vitest";
import type { CoverageReport, DiffReport, MutationReport, SourceFile } from "../model/reports.ts";
import { CoveragePage } from "./coverage.tsx";
import { DiffPage } from "./diff.tsx";
import { MutationPage } from "./mutation.tsx";

const EVIL = `</div><script>alert(1)</script>" onload=x \u202e\u0007`;

const FILES: readonly SourceFile[] = [
  {
    name: EVIL,
    lines: [{ pieces: [{ text: EVIL, mark: "bad" }], notes: [EVIL, "2", "3", "4", "5"] }],
  },
];

const PLACE = { file: 0, line: 1, text: EVIL };
const ADD = { from: EVIL, lines: [EVIL] };

const COVERAGE: CoverageReport = {
  kind: "coverage",
  configs: [
    {
      name: EVIL,
      percent: 50,
      counts: [{ name: "total", covered: 1, total: 2, percent: 50 }],
      missing: [{ place: PLACE, owner: EVIL, label: EVIL, reason: EVIL, add: ADD }],
      files: FILES,
    },
  ],
};

const MUTANT = { place: PLACE, operator: "expr-blank", text: EVIL } as const;

const MUTATION: MutationReport = {
  kind: "mutation",
  configs: [
    {
      name: EVIL,
      score: 33,
      counts: [["killed", 1]],
      survived: [{ ...MUTANT, reason: "No case checks it.", add: { ...ADD, isInIt: true } }],
      notCovered: [MUTANT],
      killed: [{ ...MUTANT, by: EVIL }],
      files: FILES,
    },
  ],
};

const DIFF: DiffReport = {
  kind: "diff",
  before: `before${EVIL}`,
  after: `after${EVIL}`,
  events: 9,
  same: 0,
  groups: [
    {
      name: "text",
      isAllowed: false,
      text: EVIL,
      count: 9,
      percent: 100,
      events: new Array(9).fill(EVIL),
      before: "agent a",
      after: "agent b",
      lines: [{ place: PLACE, text: EVIL }],
      prompt: {
        before: EVIL,
        after: EVIL,
        rows: [
          { leftOut: 3 },
          { isSame: true, before: [{ text: EVIL }], after: [{ text: EVIL }] },
          { isSame: false, before: [{ text: EVIL, mark: "changed" }], after: [{ text: "new" }] },
          { isSame: false, after: [{ text: EVIL }] },
        ],
      },
    },
  ],
  mappings: [EVIL],
  end: EVIL,
  isOk: false,
  files: FILES,
};

// biome-ignore lint/suspicious/noExplicitAny: three views with three types of data.
const PAGES: readonly (readonly [string, ComponentType<any>, object])[] = [
  ["CoveragePage", CoveragePage, COVERAGE],
  ["MutationPage", MutationPage, MUTATION],
  ["DiffPage", DiffPage, DIFF],
];

test.each(PAGES)(
  "%s() shows texts from outside as text, and needs neither script nor style attributes",
  (_name, page, report) => {
    const html = render(h(page, report));
    expect(html).toContain("&lt;script>alert(1)");
    expect(html).toContain("\\u202e\\u0007");
    expect(html).not.toMatch(/<script|[\u202e\u0007]|<[^>]* (?:style|title|on\w+)=/);
    expect(html.match(/<h1>/g)).toHaveLength(1);
    const [, target] = /<a href="#([^"]+)">/.exec(html) ?? [];
    expect(html).toContain(` id="${target}"`);
  },
);

test("CoveragePage() shows what is missing before anything else, and says it if nothing is", () => {
  const html = render(h(CoveragePage, COVERAGE));
  const order = ["Missing: 1", "Case to add", "Figures", '<ol class="source'];
  const positions = order.map((text) => html.indexOf(text));
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  expect(positions[0]).toBeGreaterThan(0);
  const [config] = COVERAGE.configs;
  const whole = { kind: "coverage", configs: [{ ...config, missing: [] }] } as CoverageReport;
  expect(render(h(CoveragePage, whole))).toContain("Nothing is missing.");
});

test("DiffPage() names both configs, and shows the prompts side by side", () => {
  const html = render(h(DiffPage, DIFF));
  expect(html).toContain("<dt>Before</dt><dd>before");
  expect(html).toContain("<dt>After</dt><dd>after");
  expect(html).toContain('<th scope="col">Before</th><th scope="col">After</th>');
  expect(html).toContain("3 equal lines");
  expect(html).toContain("</del></td><td><ins>new</ins></td>");
  expect(html).toContain("<tr><td></td><td><ins>");
});

test.each([
  ["a".repeat(480), undefined, 480],
  ["a".repeat(481), "81 more characters", 481],
  [`${"a".repeat(399)}${"😀".repeat(60)}`, "120 more characters", 519],
])("Text() cuts a long line, and keeps all of it", (text, summary, length) => {
  const [config] = MUTATION.configs;
  const files = [{ name: "f", lines: [{ pieces: [{ text }], notes: [] }] }];
  const report = { ...MUTATION, configs: [{ ...config, survived: [], killed: [], files }] };
  const html = render(h(MutationPage, report as MutationReport));
  const [, item = ""] = /<li id="line-0-0-1">([\s\S]*?)<\/li>/.exec(html) ?? [];
  expect(/<summary>([^<]*)/.exec(item)?.[1]).toBe(summary);
  expect(item.replace(/<summary>.*?<\/summary>|<[^>]+>/g, "")).toBe(text);
  expect(text).toHaveLength(length);
});
