// A report of differences → lines for a terminal, or a page without scripts, which needs nothing from the network.

import { visibleLine } from "@hookwright/base";
import { escapeHtml } from "../../output/escape-html.ts";
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
    ...describeStatic(report.static).map(visibleLine),
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

export function reportToHtml(report: DiffReport): string {
  const { events, same, groups } = report;
  const rows = groups.map(groupToRow).join("\n");
  const ofMappings = describeStatic(report.static).map((line) => `<li>${escapeHtml(line)}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>hookwright diff</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid #8888; padding: .5rem; text-align: left; vertical-align: top; }
pre { margin: .5rem 0 0; overflow-x: auto; white-space: pre-wrap; }
del, ins { text-decoration: none; }
del { background: #f003; } ins { background: #0a03; }
.allowed { opacity: .6; }
</style>
</head>
<body>
<h1>${events} events, ${same} same</h1>
<table>
<thead><tr><th>Class</th><th>Events</th><th>What</th><th>Example</th><th>Config</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
<ul>${ofMappings.join("")}</ul>
<p>${escapeHtml(describeEnd(report))}</p>
</body>
</html>
`;
}

function groupToRow(group: ReportedGroup): string {
  const { class: name, isAllowed, count, share, text, example, config, texts } = group;
  const lines = config.map((line) => `${line.file}:${line.line} ${line.text}`);
  const cells = [
    escapeHtml(isAllowed ? `${name} (allowed)` : name),
    `${count} (${Math.round(share * 100)} %)`,
    escapeHtml(text) + (texts === undefined ? "" : `<pre>${diffToHtml(texts)}</pre>`),
    escapeHtml(example),
    lines.map(escapeHtml).join("<br>"),
  ];
  const opening = isAllowed ? '<tr class="allowed">' : "<tr>";
  return `${opening}${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

function diffToHtml({ before, after }: NonNullable<ReportedGroup["texts"]>): string {
  return diffTexts(before, after)
    .map(({ kind, text }) => {
      const line = escapeHtml(text);
      if (kind === "gone") return `<del>${line}</del>`;
      return kind === "new" ? `<ins>${line}</ins>` : line;
    })
    .join("\n");
}
