// @ts-check
// The built pages of the operator and of the local playground, and what draws reports → the folder `studio` of this
// package, which ships them.
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const to = fileURLToPath(new URL("../studio/", import.meta.url));
const dist = new URL("../../studio/dist/", import.meta.url);
rmSync(to, { recursive: true, force: true });
cpSync(new URL("operate/", dist), `${to}operate`, { recursive: true });
cpSync(new URL("local/", dist), `${to}play`, { recursive: true });
cpSync(new URL("report/render-report.js", dist), `${to}report/render-report.js`);
