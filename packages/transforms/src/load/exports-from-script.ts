// The script of a built module → its exports, found without running it; undefined if only running it
// can tell, as for CommonJS.
import type { ExportDescription } from "../calls/call-result.ts";
import { MAX_SOURCE_CHARS } from "../calls/call-result.ts";

/** As esbuild writes them, at the end of the script. */
const EXPORTS = /^export \{\n([\s\S]*?)^\};/m;
const EXPORT = /^ {2}([\w$]+)(?: as ([\w$]+))?,?$/gm;

/** `module.exports`, and `export *` of a CommonJS module. */
const OPEN = /^export default require_\w+\(\);|\b__reExport\(/m;

export function exportsFromScript(code: string): readonly ExportDescription[] | undefined {
  if (OPEN.test(code)) return undefined;
  const [, list = ""] = EXPORTS.exec(code) ?? [];
  return [...list.matchAll(EXPORT)].map(([, local = "", name = local]) => {
    const source = findSource(local, code);
    if (NO_FUNCTION.test(source)) return { name };
    return { name, path: [name], source: source.slice(0, MAX_SOURCE_CHARS) };
  });
}

/** Literals of other types. Anything else is assumed to be a function. */
const NO_FUNCTION = /^(?:[{["'`\d-]|(?:true|false|null)\b)/;

/** The lines of the function: those between the first and the closing one are indented. */
const REST = String.raw`.*(?:\n(?: .*|(?=\n)))*(?:\n[})\]].*)?`;

/** Empty if it is written in another form. */
function findSource(local: string, code: string): string {
  const name = local.replaceAll("$", String.raw`\$`);
  const declared = new RegExp(
    String.raw`^(?:(?:var|let|const) ${name} = |(?=(?:async )?function\*? ${name}\())(${REST})`,
    "m",
  );
  return declared.exec(code)?.[1] ?? "";
}
