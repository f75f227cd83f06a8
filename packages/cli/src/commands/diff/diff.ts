// Two configs and recorded events → their differences, and whether they are allowed.

import { writeFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { visibleJson } from "@hookwright/base";
import type { LoadReport } from "@hookwright/config";
import { compareHooks } from "@hookwright/testing/comparison";
import { CliError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import { refuseReports } from "../../output/problem-report.ts";
import { createProgress } from "../../output/progress.ts";
import { createStyle, useColor } from "../../output/style.ts";
import { renderReport } from "../../render-report.ts";
import { parseAllow } from "./allow.ts";
import { diffReport } from "./diff-report.ts";
import { loadEvents } from "./load-events.ts";
import { type DiffSideResult, loadSide } from "./load-side.ts";
import { createReport } from "./report.ts";
import { reportToText } from "./report-to-text.ts";

export interface DiffOptions {
  /** Paths of configs, or `git:REF[:PATH]`. */
  readonly before: string;
  readonly after: string;
  readonly events?: string;
  readonly allow?: readonly string[];
  readonly report?: string;
  readonly json?: boolean;
}

export async function diff(options: DiffOptions, io: Io): Promise<number> {
  const { before: old, after: next, json = false } = options;
  const allowance = parseAllow(options.allow);
  const before = await loadSide(old, { other: next, io });
  const after = await loadSide(next, { other: old, io });
  if (!before.ok || !after.ok) {
    refuseReports([before, after].flatMap(reportOf), json, io);
    return 2;
  }
  const loaded =
    options.events === undefined
      ? ({ ok: true, events: [] } as const)
      : await loadEvents(options.events);
  if (!loaded.ok) {
    refuseReports(loaded.reports, json, io);
    return 2;
  }
  const events = loaded.events.map(({ event }) => event);
  const progress = createProgress("events", io);
  const comparison = await compareHooks(before.hooks, after.hooks, {
    events,
    onProgress: progress.step,
    isSameConfig: isDeepStrictEqual(before.config, after.config),
  });
  progress.end();
  const names = loaded.events.map(({ name }) => name);
  const report = createReport({ before, after, comparison, names, allowance });
  if (options.report !== undefined) {
    const page = diffReport(report, [before, after]);
    await writeReport(options.report, await renderReport(page));
  }
  const text = json
    ? visibleJson(report, 2)
    : reportToText(report, createStyle(useColor(io.stdout, io.env)));
  io.stdout.write(`${text}\n`);
  return report.ok ? 0 : 1;
}

function reportOf(side: DiffSideResult): readonly LoadReport[] {
  return side.ok ? [] : [side.report];
}

async function writeReport(path: string, html: string): Promise<void> {
  try {
    // The texts are those of recorded events.
    await writeFile(path, html, { mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(`Cannot write the report to "${path}": the system says ${code}.`, {
      exitCode: 2,
    });
  }
}
