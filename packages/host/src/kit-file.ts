// The location of this file → the path of the kit, which modules are built with.
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/** The sources and the published bundle have the same layout, so the same relative path is valid in both. */
const extension = extname(fileURLToPath(import.meta.url));

/** Modules need not have this package installed. */
export const KIT_FILES: Readonly<Record<string, string>> = {
  "@hookwright/host/kit": fileURLToPath(new URL(`./kit${extension}`, import.meta.url)),
};
