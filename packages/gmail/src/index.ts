// What users import from @hookwright/gmail.
export type { GmailMode } from "./model/mode.ts";
