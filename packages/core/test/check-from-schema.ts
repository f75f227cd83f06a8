// JSON Schemas → their checks as the build generates them, in a process that may eval.
import { execFileSync } from "node:child_process";
import type { SchemaCheck } from "../src/authoring/schema/index.ts";

const generator = new URL("../../../tools/build/validators-from-schemas.mjs", import.meta.url);

export async function checksFromSchemas<Name extends string>(
  schemas: Readonly<Record<Name, unknown>>,
): Promise<Readonly<Record<Name, SchemaCheck>>> {
  const script = `
    import { validatorsFromSchemas } from ${JSON.stringify(generator)};
    process.stdout.write(await validatorsFromSchemas(${JSON.stringify(schemas)}, ""));
  `;
  const text = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  const plain = text.replace(/^import type .*$/m, "").replaceAll(": SchemaCheck", "");
  return await import(`data:text/javascript,${encodeURIComponent(plain)}`);
}
