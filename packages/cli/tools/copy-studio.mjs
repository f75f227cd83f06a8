// @ts-check
// The built pages of the operator, and what draws reports → the folder `studio` of this package, which ships them.
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const to = fileURLToPath(new URL("../studio/", import.meta.url));
rmSync(to, { recursive: true, force: true });
for (const name of ["operate", "report"]) {
  cpSync(new URL(`../../studio/dist/${name}/`, import.meta.url), `${to}${name}`, {
    recursive: true,
    filter: (path) => !path.endsWith(".d.ts"),
  });
}
