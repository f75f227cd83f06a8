// A token → a file that only its owner can read.
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { writeDurable } from "@hookwright/node-kit/files";
import { CliError } from "../cli-error.ts";

/**
 * Complete or not there, and only for its owner. Attack: in a folder such as /tmp, another user makes the temporary file
 * or a link in its place; nobody can guess its name.
 */
export async function writeToken(
  file: string,
  { token, option }: { readonly token: string; readonly option: string },
): Promise<void> {
  try {
    await writeDurable(resolve(file), `${token}\n`, { suffix: `.${randomUUID()}` });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(`Cannot write the token to ${file}: the system says ${code}.`, {
      hint: `Name a file in a folder that this user can write to with ${option}.`,
    });
  }
}
