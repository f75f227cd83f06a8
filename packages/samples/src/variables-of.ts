// What a config says below `hooks` → the environment variables that it reads, and where the secret of each is found.
import { PROVIDERS } from "@hookwright/signatures";

/** An environment variable that a recipe reads. */
export interface RecipeVariable {
  /** `GITHUB_SECRET` */
  readonly name: string;
  /** Where its value is found at the provider, in Markdown. */
  readonly where: string;
}

/** What is read of `hooks`; other keys may be there. */
export interface HooksWithSecrets {
  readonly token?: unknown;
  readonly mappings?: readonly Readonly<Record<string, unknown>>[];
}

const RANDOM = "A long random text: `openssl rand -hex 32`.";

/**
 * The variables of the hook token and of each `auth`, in the order of the config, each once.
 *
 * @example
 * ```ts
 * const { hooks } = recipe("github");
 * for (const { name, where } of variablesOf(hooks)) console.log(name, where);
 * ```
 */
export function variablesOf({ token, mappings = [] }: HooksWithSecrets): readonly RecipeVariable[] {
  const own = mappings.flatMap(({ auth, match }) =>
    namesIn(auth).map((name) => ({
      name,
      where: whereOf(auth as WrittenAuth, (match as { readonly path: string }).path),
    })),
  );
  const all = [...namesIn(token).map((name) => ({ name, where: RANDOM })), ...own];
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

/** Those of all references below a value. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === "env" && typeof item === "string" ? [item] : namesIn(item),
  );
}

interface WrittenAuth {
  readonly provider?: string;
  readonly query?: string;
}

function whereOf({ provider: id, query }: WrittenAuth, path: string): string {
  const provider = PROVIDERS.find((one) => one.id === id);
  if (provider?.secretFrom !== undefined) return `${provider.name}: ${provider.secretFrom}`;
  if (query !== undefined) {
    return `${RANDOM} It is in the URL, too: \`/hooks/${path}?${query}=<key>\`.`;
  }
  return `The secret that the sender of \`${path}\` signs with, as it shows it.`;
}
