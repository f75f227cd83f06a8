// The path of a test file → its cases with their events, or every problem with its position.

import type { ConfigDocument, LoadResult } from "@hookwright/config";
import { parseConfigText } from "@hookwright/config";
import { positionOf, readConfigText } from "@hookwright/config/internal";
import type { Problem } from "@hookwright/core";
import { readSuite } from "./read-suite.ts";
import { checkTestShape } from "./test-shape.ts";
import type { TestSuite } from "./test-suite.ts";

/**
 * Reads a test file, YAML, JSON or JSON5, and the events that it names. Never rejects; what cannot be read
 * is a problem like any other.
 *
 * @example
 * ```ts
 * const suite = await loadTestFile("hooks.test.yaml");
 * if (!suite.ok) console.error(formatProblems(suite.problems, suite));
 * ```
 */
export async function loadTestFile(path: string): Promise<LoadResult<TestSuite>> {
  const file = readConfigText(path);
  const { files } = file;
  if (!file.ok) {
    const message = `The test file cannot be read: ${file.reason}.`;
    const problem = { code: "test_unreadable", severity: "error", path: [], message } as const;
    return { ok: false, problems: [problem], filename: path, files };
  }
  // All keys of the file are ours, so that one that stands twice is told.
  const document = await parseConfigText(file.text, { filename: path, isIncluded: true });
  if (!document.ok) return { ...document, files, problems: document.problems.map(describeSyntax) };
  const report = { filename: path, source: document.source, files };
  const shape = checkTestShape(document.config);
  const ofText = document.problems.map(describeSyntax);
  if (shape.length > 0) {
    return { ...report, ok: false, problems: [...ofText, ...locate(shape, document)] };
  }
  const { problems, suite, eventFiles } = await readSuite(document, path);
  const found = {
    ...report,
    files: [...files, ...(eventFiles?.files() ?? [])],
    patterns: eventFiles?.patterns() ?? [],
    problems: [...ofText, ...locate(problems, document)],
  };
  return suite === undefined ? { ...found, ok: false } : { ...found, ...suite, ok: true };
}

/** The parser of configs speaks of the config. */
function describeSyntax(problem: Problem): Problem {
  const { message } = problem;
  const code = problem.code === "config_syntax" ? "test_syntax" : problem.code;
  return { ...problem, code, message: message.replace("The config", "The test file") };
}

function locate(problems: readonly Problem[], document: ConfigDocument): readonly Problem[] {
  return problems.map((problem) => {
    const part = problem.code === "unknown_key" ? "key" : "value";
    const range = document.rangeOf(problem.path, { part });
    return { ...problem, position: positionOf(range), range };
  });
}
