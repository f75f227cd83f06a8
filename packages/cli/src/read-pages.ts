// The folder of static pages that this package ships → their files by the path of their URL.
import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";

export interface StaticFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The bundles of this package are in `dist`, beside it. */
const FOLDER = new URL("../studio/operate/", import.meta.url);

const TYPES: ReadonlyMap<string, string> = new Map([
  [".html", "text/html; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".svg", "image/svg+xml"],
]);

/** Read once at the start: a request chooses among them by its path, and never names a file. */
export function readPages(): ReadonlyMap<string, StaticFile> {
  const names = readdirSync(FOLDER).filter((name) => TYPES.has(extname(name)));
  const read = (name: string): Buffer => readFileSync(new URL(name, FOLDER));
  const { csp } = JSON.parse(read("files.json").toString()) as { readonly csp: string };
  return new Map(
    names.map((name) => {
      const headers = { ...headersOf(csp), "content-type": TYPES.get(extname(name)) ?? "" };
      return [name === "index.html" ? "/" : `/${name}`, { headers, body: read(name) }];
    }),
  );
}

/** A page has its CSP in itself, too, but only a header can forbid that other pages frame it. */
function headersOf(csp: string): StaticFile["headers"] {
  return {
    "content-security-policy": `${csp}; frame-ancestors 'none'`,
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}
