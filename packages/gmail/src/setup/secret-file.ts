// A path → the secret in that file, which is made where there is none.
import { randomBytes } from "node:crypto";
import { readTextIfThere } from "../files/read-file-if-there.ts";
import { writeDurable } from "../files/write-durable.ts";

/** As long as those of existing set-ups: 48 hexadecimal digits. */
const SECRET_BYTES = 24;

/** Only its owner can read the file. Rejects with the error of the system. */
export async function readOrMakeSecret(path: string): Promise<string> {
  const before = (await readTextIfThere(path))?.trim() ?? "";
  if (before !== "") return before;
  const secret = randomBytes(SECRET_BYTES).toString("hex");
  await writeDurable(path, `${secret}\n`);
  return secret;
}
