// A report as data → an HTML file, by the views of the studio that this package ships.
import type { RenderReport, Report } from "@hookwright/studio/report";

/** The bundles of this package are in `dist`, beside it. */
const MODULE = new URL("../studio/report/render-report.js", import.meta.url);

/** The views are loaded only here: no other output needs them. */
export async function renderReport(report: Report): Promise<string> {
  const views: { readonly renderReport: RenderReport } = await import(MODULE.href);
  return views.renderReport(report);
}
