// The ports of the core. Everything else in it is a function of its arguments.
import type { SecretReference } from "./config.ts";
import type { TransformModule } from "./transform.ts";

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** An unpredictable id of at least 122 random bits, in letters, digits and hyphens. */
export type RandomId = () => string;

/** Runs `task` after `milliseconds` unless the returned function is called before. */
export type Timer = (task: () => void, milliseconds: number) => () => void;

/** The secret of a reference, or `undefined` where there is none; an error counts as none. */
export type Secrets = (reference: SecretReference) => string | undefined;

/** Transform modules by the names that mappings use in `transform.module`. */
export type Transforms = Readonly<Record<string, TransformModule>>;
