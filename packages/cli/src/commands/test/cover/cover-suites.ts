// Test files that were run, and the options of coverage → its reports, and whether the minimums are reached.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { visibleLine } from "@hookwright/base";
import {
  isReviewed,
  type MeasuredConfig,
  measureSuites,
  type RunSuite,
  suggestedName,
  suggestedText,
} from "@hookwright/testing/files";
import { CliError } from "../../../cli-error.ts";
import { listSampleEvents } from "../../../config/sample-events.ts";
import type { Io, Output } from "../../../io.ts";
import { count, createStyle, useColor } from "../../../output/style.ts";
import { renderReport } from "../../../render-report.ts";
import { coverageReport } from "./coverage-report.ts";
import { findMissed, parseFloors } from "./parse-floors.ts";
import { reportsToJson, reportsToLcov, reportToText, withCoverage } from "./reports.ts";

export interface CoverOptions {
  /** `true`: text. */
  readonly coverage?: true | "text" | "html" | "lcov" | "json";
  readonly minCoverage?: string;
  readonly suggest?: boolean;
  /** Where the files of reports go. Default: `coverage`. */
  readonly coverageDir?: string;
  /** Whether programs read standard output: text for people then goes to standard error. */
  readonly isForPrograms?: boolean;
  /** Whether the report of the run is JSON, which then includes the coverage. */
  readonly isJson?: boolean;
}

export interface CoverResult {
  /** Whether every minimum is reached. */
  readonly ok: boolean;
  /** The test files that were written. */
  readonly written: readonly string[];
  /** The JSON of the run → the same with the coverage, if it was requested as text. */
  readonly addTo: (report: string) => string;
}

export async function coverSuites(
  suites: readonly RunSuite[],
  options: CoverOptions,
  io: Io,
): Promise<CoverResult> {
  const { coverage, minCoverage, suggest = false } = options;
  const floors = minCoverage === undefined ? [] : parseFloors(minCoverage);
  const measured = await measureSuites(suites, {
    suggests: suggest,
    samplesOf: listSampleEvents,
  });
  const isPart = options.isJson === true && (coverage === true || coverage === "text");
  if (coverage !== undefined && !isPart) await report(measured, options, io);
  const missed = findMissed(
    measured.map(({ located }) => located),
    floors,
  );
  for (const sentence of missed) io.stderr.write(`${visibleLine(sentence)}\n`);
  return {
    ok: missed.length === 0,
    written: suggest ? writeSuggested(measured, outputFor(options, io)) : [],
    addTo: (text) =>
      isPart
        ? withCoverage(
            text,
            measured.map(({ located }) => located),
          )
        : text,
  };
}

type FileForm = "html" | "lcov" | "json";

const FILES: Readonly<Record<FileForm, string>> = {
  html: "index.html",
  lcov: "lcov.info",
  json: "coverage.json",
};

async function report(
  measured: readonly MeasuredConfig[],
  options: CoverOptions,
  io: Io,
): Promise<void> {
  const { coverage = "text", coverageDir = "coverage" } = options;
  const out = outputFor(options, io);
  const reports = measured.map(({ located }) => located);
  if (coverage === true || coverage === "text") {
    const style = createStyle(useColor(out, io.env));
    for (const one of reports) out.write(reportToText(one, style));
    return;
  }
  const path = join(coverageDir, FILES[coverage]);
  mkdirSync(coverageDir, { recursive: true });
  const texts: Readonly<Record<FileForm, () => string | Promise<string>>> = {
    html: () => renderReport(coverageReport(measured)),
    lcov: () => reportsToLcov(reports),
    json: () => reportsToJson(reports),
  };
  writeFileSync(path, await texts[coverage]());
  out.write(`${path}\n`);
}

function outputFor({ isForPrograms = false }: CoverOptions, { stdout, stderr }: Io): Output {
  return isForPrograms ? stderr : stdout;
}

function writeSuggested(measured: readonly MeasuredConfig[], out: Output): readonly string[] {
  return measured.flatMap((one) => {
    if (one.suggested.length === 0) return [];
    const path = suggestedName(one.testFile);
    if (existsSync(path) && isReviewed(readFileSync(path, "utf8"))) {
      throw new CliError(`"${path}" has cases that were reviewed.`, {
        hint: "Move them into your own test file, and remove this one.",
      });
    }
    writeFileSync(path, suggestedText(one));
    out.write(`${path}: ${count(one.suggested.length, "case")} to review\n`);
    return [path];
  });
}
