// A file, or standard input → its text, or an error that says why it cannot be read.
import { readFile } from "node:fs/promises";
import { CliError } from "../cli-error.ts";
import type { Io } from "../io.ts";

/** A name for messages, such as "payload", and the path. */
interface InputName {
  readonly what: string;
  readonly path: string;
}

/** `-` is standard input. Pipes are read like files, so that `--payload <(…)` works. */
export async function readInput(input: InputName, io: Io): Promise<string> {
  const { what, path } = input;
  if (path === "-") return readStdin(io);
  return decode(await readInputBytes(input, io), `${what} "${path}"`);
}

export async function readInputBytes({ what, path }: InputName, io: Io): Promise<Uint8Array> {
  if (path === "-") return readStdinBytes(io);
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`Cannot read ${what} "${path}": ${reasonOf(error.code)}.`);
  });
}

export async function readStdin(io: Io): Promise<string> {
  return decode(await readStdinBytes(io), "standard input");
}

async function readStdinBytes({ stdin }: Io): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size > MAX_INPUT_BYTES)
      throw new CliError(`Standard input is larger than ${MAX_INPUT_BYTES} bytes.`);
  }
  return Buffer.concat(chunks);
}

/** The largest body that `hooks.maxBodyBytes` can allow. */
const MAX_INPUT_BYTES = 32 * 1024 * 1024;

/** Decodes as the server does: a byte order mark is not part of the text. */
function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CliError(`Cannot read ${name}: it is not UTF-8 text.`);
  }
}

const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["ENOTDIR", "there is no such file"],
  ["EISDIR", "it is a directory"],
  ["EACCES", "the permission is missing"],
]);

function reasonOf(code: string | undefined): string {
  return REASONS.get(code) ?? `the system says ${code}`;
}

/** How reports name standard input. */
export const STDIN_NAME = "<stdin>";
