// Reports where the module is, in each of the ways that modules ask for it.
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { locationOfImport } from "./lib/location.ts";

const require = createRequire(import.meta.url);
const __dirname = dirname(fileURLToPath(import.meta.url));

export default (): object => ({
  message: [
    __dirname,
    import.meta.filename,
    require.resolve("./lib/location.ts"),
    locationOfImport(),
  ].join("\n"),
});
