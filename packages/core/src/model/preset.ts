// A preset: ready-made mappings under a name that `hooks.presets` can list.
import type { HooksInput, MappingInput } from "./config.ts";

/**
 * Makes the mappings of a preset, knowing the `hooks` block it is used in.
 *
 * @example
 * ```ts
 * const uptime: Preset = () => [
 *   { id: "uptime", match: { path: "uptime" }, messageTemplate: "{{monitor}} is {{state}}" },
 * ];
 * ```
 */
export type Preset = (hooks: HooksInput) => readonly MappingInput[];
