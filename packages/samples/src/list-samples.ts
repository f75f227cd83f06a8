// The folder of the event files → the names of the samples.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { eventsFolder } from "./events-folder.ts";

const ENDING = ".event.json";

/**
 * The names of all samples, or of those of one provider, in alphabetical order: `github/push`.
 *
 * @example
 * ```ts
 * for (const name of listSamples("stripe")) console.log(name);
 * ```
 */
export function listSamples(provider?: string): readonly string[] {
  const providers = readdirSync(eventsFolder).filter(
    (name) => provider === undefined || name === provider,
  );
  return providers
    .flatMap((name) =>
      readdirSync(join(eventsFolder, name))
        .filter((file) => file.endsWith(ENDING))
        .map((file) => `${name}/${file.slice(0, -ENDING.length)}`),
    )
    .sort();
}
