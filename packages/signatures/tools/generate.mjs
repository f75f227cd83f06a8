// @ts-check
// src/vendors/*.ts → src/vendors/generated/vendors.ts, the list of vendors, in the order of their ids; and senders.ts,
// a function for each of them.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { writeSenders } from "./write-senders.mjs";

const folder = new URL("../src/vendors/", import.meta.url);
const files = (await readdir(folder)).filter((file) => /^[\w-]+\.ts$/.test(file)).sort();
const vendors = await Promise.all(
  files.map(async (file) => {
    const id = file.slice(0, -".ts".length);
    const name = id.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    const code = await readFile(new URL(file, folder), "utf8");
    return {
      file,
      id,
      name,
      exported: [...code.matchAll(/^export const (\w+)/gm)].map(([, one]) => one),
    };
  }),
);

/** @param {(typeof vendors)[number]} vendor */
function senderOf({ id, name, exported }) {
  const key = exported.find((one) => one === "samples" || one === "cannotSend") ?? "provider";
  return `  { id: "${id}", ${key}: ${name}.${key} },`;
}

const text = [
  "// Generated from the files of the vendors by tools/generate.mjs.",
  ...vendors.map(({ file, name }) => `import * as ${name} from "../${file}";`),
  'import type { Provider, Sender, Vendor } from "../shared/vendor.ts";',
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
  ...vendors.map(({ name, exported }) => {
    const fields = exported.map((one) => `${one}: ${name}.${one}`);
    return `  { ${fields.join(", ")} },`;
  }),
  "];",
  "",
  "/** Only what samples are made of, so that a bundle that sends them has no notes, and few providers. */",
  "export const SENDERS: readonly Sender[] = [",
  ...vendors.map(senderOf),
  "];",
  "",
].join("\n");

await mkdir(new URL("generated/", folder), { recursive: true });
await writeFile(new URL("generated/vendors.ts", folder), text);
await writeFile(new URL("generated/senders.ts", folder), await writeSenders());
