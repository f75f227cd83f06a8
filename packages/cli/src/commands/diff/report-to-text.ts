// A report of differences → lines for a terminal.

import { visibleLine } from "@hookwright/base";
import { count, type Style } from "../../output/style.ts";
import { type DiffReport, describeEnd, describeStatic, type ReportedGroup } from "./report.ts";
import { type DiffLine, diffTexts } from "./text-diff.ts";

/** Lines of a config in the text of a group; --json and --report have all of them. */
const MAX_CONFIG_LINES = 3;

/** The longest class is session-merged. */
const CLASS_WIDTH = 14;

const SERIOUS: ReadonlySet<string> = new Set(["lost", "unsafe"]);

export function reportToText(report: DiffReport, style: Style): string {
  const { events, same, groups } = report;
  const summary = events === 0 ? [] : [style.title(`${count(events, "event")}, ${same} same`)];
  const width = Math.max(1, ...groups.map(({ count: members }) => String(members).length));
  return [
    ...summary,
    ...groups.flatMap((group) => groupToLines(group, { width, style })),
    ...describeStatic(report).map(visibleLine),
    describeEnd(report),
  ].join("\n");
}

interface GroupContext {
  readonly width: number;
  readonly style: Style;
}

function groupToLines(group: ReportedGroup, { width, style }: GroupContext): readonly string[] {
  const { class: name, count: members, text, example, config, texts, isAllowed } = group;
  const paint = paintOf(name, isAllowed, style);
  const head = `${paint(name.padEnd(CLASS_WIDTH))}  ${String(members).padStart(width)}  `;
  const indent = " ".repeat(CLASS_WIDTH + width + 4);
  const shown = config.slice(0, MAX_CONFIG_LINES);
  const rest = config.length - shown.length;
  return [
    `${head}${visibleLine(text)}  ${style.dim(visibleLine(example))}`,
    ...shown.map((line) =>
      style.hint(`${indent}${visibleLine(`${line.file}:${line.line}  ${line.text}`)}`),
    ),
    ...(rest > 0 ? [style.dim(`${indent}… ${rest} more`)] : []),
    ...(texts === undefined
      ? []
      : diffTexts(texts.before, texts.after).map(
          (line) => `${indent}${paintLine(line, style)(line.text)}`,
        )),
  ];
}

function paintOf(name: string, isAllowed: boolean, style: Style): (text: string) => string {
  if (isAllowed) return style.dim;
  return SERIOUS.has(name) ? style.error : style.warning;
}

function paintLine({ kind }: DiffLine, style: Style): (text: string) => string {
  if (kind === "gone") return style.error;
  if (kind === "new") return style.good;
  return style.dim;
}
