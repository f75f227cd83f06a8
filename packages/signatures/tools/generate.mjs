// @ts-check
// src/vendors/*.ts → src/vendors/generated/vendors.ts, the list of vendors, in the order of their ids.
import { mkdir, readdir, writeFile } from "node:fs/promises";

const folder = new URL("../src/vendors/", import.meta.url);
const files = (await readdir(folder)).filter((file) => /^[\w-]+\.ts$/.test(file)).sort();
const vendors = files.map((file) => {
  const id = file.slice(0, -".ts".length);
  return { file, name: id.replace(/-(.)/g, (_, letter) => letter.toUpperCase()) };
});

const text = [
  "// Generated from the files of the vendors by tools/generate.mjs.",
  ...vendors.map(({ file, name }) => `import * as ${name} from "../${file}";`),
  'import type { Provider, Vendor } from "../shared/vendor.ts";',
  "",
  "/**",
  " * Every vendor that a mapping's `auth.provider` may name, as data.",
  " *",
  " * @example",
  " * ```ts",
  ' * const { signatures } = PROVIDERS.find(({ id }) => id === "stripe");',
  ' * // [{ scheme: "hmac", algorithm: "sha256", signed: "{timestamp}.{body}", … }]',
  " * ```",
  " */",
  "export const PROVIDERS: readonly Provider[] = [",
  ...vendors.map(({ name }) => `  ${name}.provider,`),
  "];",
  "",
  "/** The same with what only docs and samples need, so that a bundle that checks requests has none of it. */",
  "export const VENDORS: readonly Vendor[] = [",
  ...vendors.map(({ name }) => `  ${name},`),
  "];",
  "",
].join("\n");

await mkdir(new URL("generated/", folder), { recursive: true });
await writeFile(new URL("generated/vendors.ts", folder), text);
