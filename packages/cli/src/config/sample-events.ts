// A config → the built-in samples of the providers that its paths and auths name, as events of those paths.
import type { HookEvent } from "@hookwright/core";

/** The parts of a mapping that name its provider. The config may have any shape. */
export interface WrittenMapping {
  readonly match?: { readonly path?: unknown };
  readonly auth?: { readonly provider?: unknown };
  readonly messageTemplate?: unknown;
  readonly textTemplate?: unknown;
}

/** Without duplicates, in the order of the mappings. `isLooked` selects mappings; default: all. */
export async function listSampleEvents(
  config: unknown,
  isLooked: (mapping: WrittenMapping) => boolean = () => true,
): Promise<readonly HookEvent[]> {
  const { hooks } = (config ?? {}) as { readonly hooks?: { readonly mappings?: unknown } };
  const mappings = Array.isArray(hooks?.mappings) ? (hooks.mappings as WrittenMapping[]) : [];
  const looked = mappings.filter((one) => typeof one === "object" && one !== null && isLooked(one));
  if (looked.length === 0) return [];
  // Imported late: most configs name no provider that has samples.
  const { listSamples, sample } = await import("@hookwright/samples");
  const events = new Map<string, HookEvent>();
  for (const { match, auth } of looked) {
    const path = textOf(match?.path)
      .trim()
      .replaceAll(/^\/+|\/+$/g, "");
    for (const provider of new Set([path, textOf(auth?.provider)])) {
      if (path === "" || !PROVIDER.test(provider)) continue;
      for (const name of listSamples(provider)) {
        events.set(`${path} ${name}`, { ...sample(name), path });
      }
    }
  }
  return [...events.values()];
}

const PROVIDER = /^[a-z][\w-]*$/;

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
