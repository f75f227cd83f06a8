// A part of a config and its document → the file and the range where an author wrote it.
import type { ConfigDocument, IncludedSource } from "@hookwright/config";
import type { ConfigPath, FileRange } from "@hookwright/core";
import type { CoverageReport, CoverageUnit, UnitLocation } from "../cover/model.ts";

/** What is needed of a document, with what it includes. */
export interface WrittenDocument
  extends Pick<ConfigDocument, "config" | "source" | "rangeOf" | "includedAt"> {
  readonly included?: readonly IncludedSource[];
}

/** Where a part of a config is written. */
export interface ValueLocation {
  /** Absent where it is the config itself, and not a file that it includes. */
  readonly file?: string;
  readonly range: FileRange;
}

/** Undefined for what no file has, such as a mapping of a preset. */
export function locateValue(
  { path, span: within }: UnitLocation,
  { config, rangeOf, includedAt }: WrittenDocument,
): ValueLocation | undefined {
  if (asWritten(config, path.slice(0, 3)).includes(undefined)) return undefined;
  // A key that is not there has the place of its nearest parent.
  const written = asWritten(config, path) as ConfigPath;
  const included = includedAt?.(written);
  if (included === undefined) return { range: rangeOf(written, { within }) };
  const { document, path: own } = included;
  return { file: document.filename, range: document.rangeOf(own, { within }) };
}

/** Names of headers are in lower case in the core. A key that is not there becomes undefined. */
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
