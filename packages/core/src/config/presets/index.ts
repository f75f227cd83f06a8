// The presets that every config can name.
import type { Preset } from "../preset.ts";
import { gmailPreset } from "./gmail.ts";

export const builtInPresets: Readonly<Record<string, Preset>> = {
  gmail: gmailPreset,
};
