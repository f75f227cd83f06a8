// A report as data → one HTML file without scripts, which needs no other file and no server.
import { h } from "preact";
import { render } from "preact-render-to-string";
import type { RenderReport, Report } from "../model/reports.ts";
import { CoveragePage } from "./coverage.tsx";
import { DiffPage } from "./diff.tsx";
import { MutationPage } from "./mutation.tsx";

/** build.mjs fills it in: the text of the styles, and the source expression of the CSP that allows it alone. */
declare const REPORT_STYLES: { readonly text: string; readonly hash: string };

const TITLES: Readonly<Record<Report["kind"], string>> = {
  coverage: "Coverage",
  mutation: "Mutation",
  diff: "Differences",
};

/** The same report gives the same bytes. */
export const renderReport: RenderReport = (report) => {
  const { text, hash } = REPORT_STYLES;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${TITLES[report.kind]} · Hookwright</title>
<style>${text}</style>
</head>
<body class="report">
${bodyOf(report)}
</body>
</html>
`;
};

function bodyOf(report: Report): string {
  switch (report.kind) {
    case "coverage":
      return render(h(CoveragePage, report));
    case "mutation":
      return render(h(MutationPage, report));
    default:
      return render(h(DiffPage, report));
  }
}
