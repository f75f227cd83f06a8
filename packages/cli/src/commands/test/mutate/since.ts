// A git commit and a config → which mutants are of parts that changed since that commit.
import { includeFiles, loadConfigFile } from "@hookwright/config";
import type { Mutant } from "@hookwright/testing";
import { readGitConfig } from "../../diff/read-git.ts";

/**
 * A part is a partial, or a key of a mapping, which is found again by its id; mappings without one, by their place. A
 * config that was not there, or could not be read, makes all of it new.
 */
export async function changedSince(
  ref: string,
  configFile: string,
  config: unknown,
): Promise<(mutant: Mutant) => boolean> {
  const { file, remove } = await readGitConfig(`git:${ref}`, configFile);
  try {
    const document = await includeFiles(await loadConfigFile(file));
    const before = readParts(document.ok ? document.config : undefined);
    const after = readParts(config);
    return (mutant) => {
      const { partial, path } = mutant;
      if (partial !== undefined) return after.partials[partial] !== before.partials[partial];
      const own = after.mappings[mutant.place];
      const old =
        own?.id === undefined
          ? before.mappings[mutant.place]
          : before.mappings.find(({ id }) => id === own.id);
      const key = path[3];
      // A mapping that is removed or exchanged concerns all of it.
      const partOf = (one: Written | undefined) => (key === undefined ? one : one?.[String(key)]);
      return JSON.stringify(partOf(own)) !== JSON.stringify(partOf(old));
    };
  } finally {
    await remove();
  }
}

interface Written {
  readonly id?: unknown;
  readonly [key: string]: unknown;
}

interface Parts {
  readonly mappings: readonly Written[];
  readonly partials: Written;
}

/** Of a config that may be anything. */
function readParts(config: unknown): Parts {
  const { hooks } = (config ?? {}) as { readonly hooks?: { readonly [key: string]: unknown } };
  const { mappings, partials } = hooks ?? {};
  return {
    mappings: Array.isArray(mappings) ? mappings : [],
    partials: typeof partials === "object" && partials !== null ? (partials as Written) : {},
  };
}
