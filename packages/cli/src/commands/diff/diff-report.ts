// A report of differences → what its page shows: what is not allowed first, and both configs.

import type {
  DiffGroup,
  DiffReport as DiffReportView,
  SourceFile,
} from "@hookwright/studio/report";
import { type LineNote, sourceFile } from "../../output/source-lines.ts";
import type { DiffSide, SideFile } from "./load-side.ts";
import {
  type DiffReport,
  describeEnd,
  describeOutcome,
  describeStatic,
  type ReportedGroup,
} from "./report.ts";
import { sidesOf } from "./text-sides.ts";

export function diffReport(
  report: DiffReport,
  sides: readonly [before: DiffSide, after: DiffSide],
): DiffReportView {
  const [before, after] = sides;
  const { events, same, groups, ok } = report;
  const files = sides.flatMap((side) => side.files).filter(({ name }) => hasLine(name, groups));
  const shown = [...groups].sort((a, b) => Number(a.isAllowed) - Number(b.isAllowed));
  return {
    kind: "diff",
    before: nameOf(before),
    after: nameOf(after),
    events,
    same,
    groups: shown.map((group) => toGroup(group, files)),
    mappings: describeStatic(report),
    end: describeEnd(report),
    isOk: ok,
    files: files.map((file) => toFile(file, groups)),
  };
}

function nameOf({ files: [config] }: DiffSide): string {
  return config?.name ?? "";
}

function hasLine(name: string, groups: readonly ReportedGroup[]): boolean {
  return groups.some(({ config }) => config.some(({ file }) => file === name));
}

function toGroup(group: ReportedGroup, files: readonly SideFile[]): DiffGroup {
  const { class: name, isAllowed, text, count, share, events, before, after, texts } = group;
  return {
    name,
    isAllowed,
    text,
    count,
    percent: Math.round(share * 100),
    events,
    before: describeOutcome(before),
    after: describeOutcome(after),
    lines: group.config.map((line) => {
      const file = files.findIndex((one) => one.name === line.file);
      return {
        place: { file, line: line.line, text: `${line.file}:${line.line}` },
        text: line.text,
      };
    }),
    ...(texts !== undefined && { prompt: { ...texts, rows: sidesOf(texts.before, texts.after) } }),
  };
}

function toFile(file: SideFile, groups: readonly ReportedGroup[]): SourceFile {
  const notes = groups
    .flatMap(({ config }) => config)
    .filter((line) => line.file === file.name)
    .map(({ line, text }): LineNote => ({ line, text }));
  return sourceFile(file, [], notes);
}
