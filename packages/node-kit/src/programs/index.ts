// The exports for other packages: start and end programs, and end those that an earlier process left running.
export { createPrograms, type ProgramEnd, type Programs } from "./create-programs.ts";
export { createReaper, type Reaper } from "./create-reaper.ts";
export { readProcess } from "./groups.ts";
export { endLeftPrograms, type LeftProgram } from "./left-programs.ts";
