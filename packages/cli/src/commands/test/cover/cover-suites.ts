// Test files that were run, and the options of coverage → its reports, and whether its floors hold.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CliError } from "../../../cli-error.ts";
import type { Io } from "../../../io.ts";
import { useColor } from "../../../output/color.ts";
import { count } from "../../../output/count.ts";
import { createStyle } from "../../../output/style.ts";
import { type MeasuredConfig, measureSuites, type RunSuite } from "./measure-suites.ts";
import { findMissed, parseFloors } from "./parse-floors.ts";
import { reportsToHtml } from "./report-to-html.ts";
import { reportsToJson } from "./report-to-json.ts";
import { reportsToLcov } from "./report-to-lcov.ts";
import { reportToText } from "./report-to-text.ts";
import { isReviewed, suggestedName, suggestedText } from "./suggested-file.ts";

export interface CoverOptions {
  /** `true`: text. */
  readonly coverage?: true | "text" | "html" | "lcov" | "json";
  readonly minCoverage?: string;
  readonly suggest?: boolean;
  /** Where the files of reports go. Default: `coverage`. */
  readonly coverageDir?: string;
}

export interface CoverResult {
  /** Whether every floor holds. */
  readonly ok: boolean;
  /** The test files that were written. */
  readonly written: readonly string[];
}

/** Undefined where nothing of it was asked for. */
export async function coverSuites(
  suites: readonly RunSuite[],
  options: CoverOptions,
  io: Io,
): Promise<CoverResult | undefined> {
  const { coverage, minCoverage, suggest = false } = options;
  if (coverage === undefined && minCoverage === undefined && !suggest) return undefined;
  const floors = minCoverage === undefined ? [] : parseFloors(minCoverage);
  const measured = await measureSuites(suites, { suggests: suggest });
  if (coverage !== undefined) report(measured, options, io);
  const missed = findMissed(
    measured.map(({ located }) => located),
    floors,
  );
  for (const sentence of missed) io.stderr.write(`${sentence}\n`);
  return { ok: missed.length === 0, written: suggest ? writeSuggested(measured, io) : [] };
}

function report(measured: readonly MeasuredConfig[], options: CoverOptions, io: Io): void {
  const { coverage, coverageDir = "coverage" } = options;
  const reports = measured.map(({ located }) => located);
  if (coverage === "json") io.stdout.write(reportsToJson(reports));
  else if (coverage === "html" || coverage === "lcov") {
    const isHtml = coverage === "html";
    const path = join(coverageDir, isHtml ? "index.html" : "lcov.info");
    mkdirSync(coverageDir, { recursive: true });
    writeFileSync(path, isHtml ? reportsToHtml(measured) : reportsToLcov(reports));
    io.stdout.write(`${path}\n`);
  } else {
    const style = createStyle(useColor(io.stdout, io.env));
    for (const one of reports) io.stdout.write(reportToText(one, style));
  }
}

function writeSuggested(measured: readonly MeasuredConfig[], io: Io): readonly string[] {
  return measured.flatMap((one) => {
    if (one.suggested.length === 0) return [];
    const path = suggestedName(one.testFile);
    if (existsSync(path) && isReviewed(readFileSync(path, "utf8"))) {
      throw new CliError(`"${path}" has cases that were reviewed.`, {
        hint: "Move them into your own test file, and remove this one.",
      });
    }
    writeFileSync(path, suggestedText(one));
    io.stdout.write(`${path}: ${count(one.suggested.length, "case")} to review\n`);
    return [path];
  });
}
