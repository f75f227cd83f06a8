// A path → the secret in that file, which is made where there is none.
import { randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { writeDurable } from "../state/write-durable.ts";

/** As long as those of existing set-ups: 48 hexadecimal digits. */
const SECRET_BYTES = 24;

/** Only its owner can read the file. Rejects with the error of the system. */
export async function readOrMakeSecret(path: string): Promise<string> {
  const before = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (before.trim() !== "") return before.trim();
  const secret = randomBytes(SECRET_BYTES).toString("hex");
  await writeDurable(path, `${secret}\n`);
  return secret;
}

export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
