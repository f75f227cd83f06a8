// A report of coverage and the document of its config → the same units with their ranges in the files.
import type { IncludedSource } from "@hookwright/config";
import type { CoverageReport, CoverageUnit } from "../cover/model.ts";
import { locateValue, type ValueLocation, type WrittenDocument } from "./locate-value.ts";

/** A unit of coverage, and where it is written. */
export interface LocatedUnit extends Partial<ValueLocation> {
  readonly unit: CoverageUnit;
}

/** What one config came to. */
export interface LocatedReport {
  readonly filename: string;
  readonly source: string;
  /** The files that it includes. */
  readonly included: readonly IncludedSource[];
  readonly report: CoverageReport;
  readonly units: readonly LocatedUnit[];
}

export function locateReport(
  filename: string,
  report: CoverageReport,
  document: WrittenDocument,
): LocatedReport {
  const units = report.units.map((unit): LocatedUnit => ({ unit, ...locateValue(unit, document) }));
  const { source, included = [] } = document;
  return { filename, source, included, report, units };
}

/** `7:19`, or `hooks.d/ci.yaml:7:19` for what stands in an included file. */
export function placeOf({ file, range }: Partial<ValueLocation>): string {
  if (range === undefined) return "";
  const { line, column } = range.start;
  return `${file === undefined ? "" : `${file}:`}${line}:${column}`;
}
