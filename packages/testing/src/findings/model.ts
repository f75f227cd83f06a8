// What events show of a config that its text alone does not. Types only.

import type { CompileOptions, ConfigCode, HookEvent, Severity } from "@hookwright/core";
import type { TemplateLocation } from "./watch-paths.ts";

/** What is wrong at a place of a template. */
export interface TemplateFinding {
  readonly code: ConfigCode;
  readonly severity: Severity;
  readonly place: TemplateLocation;
  readonly message: string;
  readonly hint: string;
  /** What to write in its place, where that is known. */
  readonly text?: string;
}

/** The events that a config is looked at with. */
export interface FindInEventsOptions {
  readonly events: readonly HookEvent[];
  /** Those with which the config is compiled otherwise. */
  readonly compile?: CompileOptions;
  /** Is called behind each event with how many have been looked at, and of how many. Default: nobody is. */
  readonly onProgress?: (done: number, total: number) => void;
}
