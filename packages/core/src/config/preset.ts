// A preset: ready-made mappings under a name that `hooks.presets` can list.
import type { HooksInput, MappingInput } from "./config.ts";

/**
 * Makes the mappings of a preset, knowing the `hooks` block it is used in. They are checked as if the
 * operator had written them; an error that a preset throws is a problem of the config, `preset_failed`.
 *
 * @example
 * ```ts
 * const uptime: Preset = () => [
 *   { id: "uptime", match: { path: "uptime" }, messageTemplate: "{{monitor}} is {{state}}" },
 * ];
 * ```
 */
export type Preset = (hooks: HooksInput) => readonly MappingInput[];
