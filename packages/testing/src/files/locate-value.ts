// A part of a config and its document → its file and range, also for all units of a coverage report.
import type { ConfigDocument, IncludedSource } from "@hookwright/config";
import type { ConfigPath, FileRange } from "@hookwright/core";
import type { CoverageReport, CoverageUnit, UnitLocation } from "../cover/model.ts";

/** The required parts of a document with its included files. */
export interface WrittenDocument
  extends Pick<ConfigDocument, "config" | "source" | "rangeOf" | "includedAt"> {
  readonly included?: readonly IncludedSource[];
}

/** The position of a part of a config. */
export interface ValueLocation {
  /** Absent for the config itself; present for an included file. */
  readonly file?: string;
  readonly range: FileRange;
}

/** Undefined for a part that no file has, such as a mapping of a preset. */
export function locateValue(
  { path, span: within }: UnitLocation,
  { config, rangeOf, includedAt }: WrittenDocument,
): ValueLocation | undefined {
  if (asWritten(config, path.slice(0, 3)).includes(undefined)) return undefined;
  // A missing key has the position of its nearest parent.
  const written = asWritten(config, path) as ConfigPath;
  const included = includedAt?.(written);
  if (included === undefined) return { range: rangeOf(written, { within }) };
  const { document, path: own } = included;
  return { file: document.filename, range: document.rangeOf(own, { within }) };
}

/** The core has names of headers in lower case. A missing key becomes undefined. */
function asWritten(config: unknown, path: ConfigPath): readonly (string | number | undefined)[] {
  let value = config;
  return path.map((key) => {
    const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
    const wanted = String(key).toLowerCase();
    const found =
      keys.find((one) => one === String(key)) ??
      keys.find((one) => one.trim().toLowerCase() === wanted);
    value = found === undefined ? undefined : (value as Readonly<Record<string, unknown>>)[found];
    return typeof key === "number" && found !== undefined ? key : found;
  });
}

/** A unit of coverage, and its position. */
export interface LocatedUnit extends Partial<ValueLocation> {
  readonly unit: CoverageUnit;
}

/** The report of one config. */
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

/** `7:19`, or `hooks.d/ci.yaml:7:19` in an included file. */
export function placeOf({ file, range }: Partial<ValueLocation>): string {
  if (range === undefined) return "";
  const { line, column } = range.start;
  return `${file === undefined ? "" : `${file}:`}${line}:${column}`;
}
