// What works on texts alone, also in a browser: `@hookwright/config/text`. Nothing here reaches a module of Node.
export { type SetValueOptions, type SetValueResult, setValue } from "./edit/set-value.ts";
export type { EventDocument, RecordedEvent } from "./events/event-file.ts";
export { parseEventText } from "./events/parse-event-text.ts";
export { addFixes } from "./fix/add-fixes.ts";
export { locateProblems } from "./hooks/locate-problems.ts";
export { type IncludedText, includeTexts } from "./include/merge-includes.ts";
export type { ConfigDocument, LoadReport, LoadResult, RangeOptions } from "./load-result.ts";
export { type ConfigTextOptions, parseConfigText } from "./text/parse-config-text.ts";
