// A report of differences → a page without scripts, which needs nothing from the network.

import { visibleText } from "@hookwright/base";
import { type DiffReport, describeEnd, describeStatic, type ReportedGroup } from "./report.ts";
import { diffTexts } from "./text-diff.ts";

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

/** Attack: the texts are those of senders. HTML forbids control characters, and marks of direction would mislead. */
function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
