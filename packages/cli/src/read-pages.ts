// The folder of static pages that this package ships → their files by the path of their URL.
import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";

export interface StaticFile {
  readonly type: string;
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
export function readPages(folder: URL = FOLDER): ReadonlyMap<string, StaticFile> {
  const names = readdirSync(folder).filter((name) => TYPES.has(extname(name)));
  return new Map(
    names.map((name) => {
      const file = {
        type: TYPES.get(extname(name)) ?? "",
        body: readFileSync(new URL(name, folder)),
      };
      return [name === "index.html" ? "/" : `/${name}`, file];
    }),
  );
}
