// @ts-check
// The table of the keys of `host` → schema/host.schema.json. Reads what was built last.
import { writeFileSync } from "node:fs";
import { hostSchema } from "@hookwright/host";

const file = new URL("../schema/host.schema.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(hostSchema(), null, 2)}\n`);
