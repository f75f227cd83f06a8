// A folder → the files of its events, those of folders in it included.
import { readdir } from "node:fs/promises";
import { join } from "node:path";

const EVENT_FILE = /\.(?:event\.(?:json|json5|jsonc|ya?ml)|ndjson)$/i;

interface ListOptions {
  /** How many folders deep. Default: all. */
  readonly levels?: number;
  /** Whether a link to a file counts. Default: true. */
  readonly withLinks?: boolean;
}

/** In the order of their names. Hidden folders and links to folders are skipped. */
export async function listEventFiles(
  folder: string,
  { levels = Number.POSITIVE_INFINITY, withLinks = true }: ListOptions = {},
): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sorted = entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  const lists = await Promise.all(
    sorted.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        const isSkipped = entry.name.startsWith(".") || entry.name === "node_modules";
        if (isSkipped || levels <= 0) return [];
        return listEventFiles(path, { levels: levels - 1, withLinks });
      }
      const isWanted = EVENT_FILE.test(entry.name) && (withLinks || entry.isFile());
      return isWanted ? [path] : [];
    }),
  );
  return lists.flat();
}
