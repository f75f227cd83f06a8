// What is replaced in recorded events. Types only.
import type { RandomBelow } from "./pseudonyms.ts";

/** Options of `createRedactor`. */
export interface RedactOptions {
  /** Values that are secrets wherever they stand: those of the environment. Blank ones are left out. */
  readonly secrets?: readonly string[];
  /** Replaces the secrets of a config, however URLs spell them: `hideSecrets` of its hooks. */
  readonly hideSecrets?: (text: string) => string;
  /** Whether names, addresses, phones and the like stay. Secrets never do. */
  readonly keepPeople?: boolean;
  /** Whether long free text becomes words of the same length. */
  readonly redactText?: boolean;
  /** Paths that are replaced, too: `payload.customer`. */
  readonly redact?: readonly string[];
  /**
   * Paths whose values stay, with all below them, if they are no secrets. A text at such a path itself also stays
   * where it only looks random.
   */
  readonly keep?: readonly string[];
  /** Values that conditions compare: they stay, if they are no secrets. */
  readonly keepValues?: ReadonlySet<unknown>;
  /** Headers that a config reads, in lower case: they are written, too, unless they can hold a credential. */
  readonly keepHeaders?: ReadonlySet<string>;
  /** Headers that are never written, in lower case: those that carry the hook token. */
  readonly secretHeaders?: readonly string[];
  /** A number from 0 up to the limit, which it never is: unpredictable, so that nobody can undo it. */
  readonly random: RandomBelow;
}
