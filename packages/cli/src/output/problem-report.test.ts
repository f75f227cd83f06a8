// Reports of loads → their text for people: order, missing secrets, the format of the file, the width of a terminal.
import { compileDocument, parseConfigText } from "@hookwright/config";
import { expect, test } from "vitest";
import { FOR_READING } from "../config/load-config.ts";
import { problemsToJson, problemsToText } from "./problem-report.ts";

async function load(text: string, filename: string) {
  const document = await parseConfigText(text, { filename });
  return compileDocument(document, { ...FOR_READING, env: {} });
}

const MIXED = `hooks:
  enabled: true
  token: short
  presets: [gmal]
  mappings:
    - id: a
      messageTemplate: x
      to: "12"
    - { id: b, match: { path: b }, mesageTemplate: x }
`;

const ORDER = ["error", "warning", "hint"];

function headings(text: string): readonly string[] {
  return text.split("\n").filter((line) => /^(?:error|warning|hint) /.test(line));
}

test("problemsToText() and problemsToJson() list errors first, in the order of the file", async () => {
  const report = await load(MIXED, "hooks.yaml");
  const reported = headings(problemsToText(report, { color: false }));
  const lines = reported.map((line) => Number(/:(\d+):\d+\)$/.exec(line)?.[1]));
  const severities = reported.map((line) => line.split(" ")[0]);
  expect([...new Set(severities)]).toEqual(["error", "warning", "hint"]);
  expect(severities).toEqual(
    severities.toSorted((a = "", b = "") => ORDER.indexOf(a) - ORDER.indexOf(b)),
  );
  for (const severity of ["error", "warning"]) {
    const places = lines.filter((_, index) => severities[index] === severity);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places.length).toBeGreaterThan(1);
  }
  const { problems } = problemsToJson(report, false);
  expect(problems.map(({ severity }) => severity)).toEqual(severities);
});

test("problemsToText() lists all missing secrets in one line", async () => {
  const names = Array.from({ length: 10 }, (_, index) => `SECRET_${index}`);
  const mappings = names.map((env, index) => ({
    match: { path: `p${index}` },
    auth: { provider: "github", secret: index === 3 ? `\${${env}}` : { env } },
    messageTemplate: "x",
  }));
  const hooks = { enabled: true, token: { file: "/run/secrets/hook" }, mappings };
  const text = problemsToText(await load(JSON.stringify({ hooks }), "hooks.json"), {
    color: false,
  });
  expect(text).toBe(
    `warning secret_missing\n  11 secrets are not set here (/run/secrets/hook, ${names.slice(0, 7).join(", ")}, …); check --secrets requires them.\n\nhooks.json: 0 errors, 11 warnings.`,
  );
});

test("problemsToText() writes keys in hints in the format of the file", async () => {
  const config = {
    hooks: { enabled: true, token: "a".repeat(9), mappings: [{ id: "a", messageTemplate: "x" }] },
  };
  const text = JSON.stringify(config);
  const hint = async (filename: string) =>
    problemsToText(await load(text, filename), { color: false });
  expect(await hint("hooks.json")).toContain('Write "match": { "path": … } unless');
  expect(await hint("hooks.yaml")).toContain("Write match: { path: … } unless");
});

test.each([45, 60, 80, 120])(
  "problemsToText() has no line beyond a terminal of %i columns",
  async (width) => {
    const long = MIXED.replace("x\n", `${"a long text ".repeat(30)}{{#if}}\n`);
    const report = await load(long, "hooks.yaml");
    const plain = problemsToText(report, { color: false, width });
    const sentences = plain.split("\n").filter((line) => !/^(?:error|warning|hint) /.test(line));
    const tooLong = sentences.filter((line) => line.length > width && line.trim().includes(" "));
    expect(tooLong).toEqual([]);
    expect(plain).toContain("> ");
    const colored = problemsToText(report, { color: true, width });
    expect(colored.replace(/\u001B\[\d*(?:;\d+)?m/g, "")).toBe(plain);
  },
);
