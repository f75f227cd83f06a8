// The event files → their names, and the event of a name.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { HookEvent } from "@hookwright/core";
import { hintNearestName } from "@hookwright/core/problems";

/**
 * The folder of the event files, absolute. Below it each file is `<provider>/<name>.event.json`, in the form
 * that `hookwright explain --event` and test files read.
 */
export const eventsFolder: string = fileURLToPath(new URL("../events", import.meta.url));

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

/**
 * A sample event, as an adapter would make it of the request. Each call makes a new object, which a test may
 * change. All samples were received at 2026-01-02T03:04:05.678Z.
 *
 * @throws Error if there is no sample of that name.
 * @example
 * ```ts
 * const push = sample("github/push");
 * const resolution = await hooks.resolve(push);
 * ```
 */
export function sample(name: string): HookEvent {
  if (!listSamples().includes(name)) {
    throw new Error(`There is no sample "${name}". ${hintNearestName(name, namesFor(name))}`);
  }
  const text = readFileSync(join(eventsFolder, `${name}${ENDING}`), "utf8");
  const { receivedAt, ...event } = JSON.parse(text) as HookEvent & { readonly receivedAt: string };
  return { ...event, receivedAt: Date.parse(receivedAt) };
}

/** The samples of the provider; for an unknown provider the first of each, which names them all. */
function namesFor(name: string): readonly string[] {
  const own = listSamples(name.split("/", 1)[0]);
  if (own.length > 0) return own;
  return readdirSync(eventsFolder).flatMap((provider) => listSamples(provider).slice(0, 1));
}
