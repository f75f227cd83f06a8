// A report of coverage and the document of its config → the same units with their ranges in the file.
import type { ConfigDocument } from "@hookwright/config";
import type { ConfigPath, FileRange } from "@hookwright/core";
import type { CoverageReport, CoverageUnit } from "@hookwright/core/testing";

export interface LocatedUnit {
  readonly unit: CoverageUnit;
  /** Undefined where another file, which the config includes, has it. */
  readonly range: FileRange | undefined;
}

/** What one config came to. */
export interface LocatedReport {
  readonly filename: string;
  readonly source: string;
  readonly report: CoverageReport;
  readonly units: readonly LocatedUnit[];
}

/** What is needed of a document: the file itself, without what it includes. */
export type WrittenDocument = Pick<ConfigDocument, "config" | "source" | "rangeOf">;

export function locateReport(
  filename: string,
  report: CoverageReport,
  { config, source, rangeOf }: WrittenDocument,
): LocatedReport {
  const units = report.units.map((unit): LocatedUnit => {
    const { path, span } = unit;
    if (!isWritten(config, path.slice(0, 3))) return { unit, range: undefined };
    return { unit, range: rangeOf(asWritten(config, path), { within: span }) };
  });
  return { filename, source, report, units };
}

export function isWritten(config: unknown, path: ConfigPath): boolean {
  return asWritten(config, path).every((key) => key !== undefined);
}

/** Names of headers are in lower case in the core. A key that is not there becomes undefined. */
export function asWritten(config: unknown, path: ConfigPath): ConfigPath {
  let value = config;
  return path.map((key) => {
    const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
    const wanted = String(key).toLowerCase();
    const found =
      keys.find((one) => one === String(key)) ??
      keys.find((one) => one.trim().toLowerCase() === wanted);
    value = found === undefined ? undefined : (value as Readonly<Record<string, unknown>>)[found];
    return (typeof key === "number" && found !== undefined ? key : found) as string | number;
  });
}
