// A folder of static pages that this package ships → their files by the path of their URL.
import { readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname } from "node:path";

export interface StaticFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The bundles of this package are in `dist`, beside it. */
const STUDIO = new URL("../studio/", import.meta.url);

const TYPES: ReadonlyMap<string, string> = new Map([
  [".html", "text/html; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".svg", "image/svg+xml"],
]);

/** Read once at the start: a request chooses among them by its path, and never names a file. */
export function readPages(app: "operate" | "play", base = ""): ReadonlyMap<string, StaticFile> {
  const folder = new URL(`${app}/`, STUDIO);
  const names = readdirSync(folder).filter((name) => TYPES.has(extname(name)));
  const read = (name: string): Buffer => readFileSync(new URL(name, folder));
  const { csp } = JSON.parse(read("files.json").toString()) as { readonly csp: string };
  return new Map(
    names.map((name) => {
      const headers = { ...headersOf(csp), "content-type": TYPES.get(extname(name)) ?? "" };
      return [
        name === "index.html" ? `${base}/` : `${base}/${name}`,
        { headers, body: read(name) },
      ];
    }),
  );
}

export function showFile({ headers, body }: StaticFile): (response: ServerResponse) => void {
  return (response) => void response.writeHead(200, headers).end(body);
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
