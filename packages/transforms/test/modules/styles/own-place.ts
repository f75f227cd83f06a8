// Where a module believes it is, in each of the ways that people ask.
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { placeOfHelper } from "./lib/place.ts";

const require = createRequire(import.meta.url);
const __dirname = dirname(fileURLToPath(import.meta.url));

export default (): object => ({
  message: [
    __dirname,
    import.meta.filename,
    require.resolve("./lib/place.ts"),
    placeOfHelper(),
  ].join("\n"),
});
