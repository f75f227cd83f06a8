// @ts-check
// The built pages of the operator → the folder `studio` of this package, which ships them.
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const to = fileURLToPath(new URL("../studio/", import.meta.url));
rmSync(to, { recursive: true, force: true });
cpSync(new URL("../../studio/dist/operate/", import.meta.url), `${to}operate`, { recursive: true });
