// The presets that every config can name.
import type { Preset } from "../../model/preset.ts";
import { gmailPreset } from "./gmail.ts";

export const builtInPresets: Readonly<Record<string, Preset>> = {
  gmail: gmailPreset,
};
