// What other packages use of the programs: start them, end them, and end what an earlier process left.
export { createPrograms, type ProgramEnd, type Programs } from "./create-programs.ts";
export { createReaper, type Reaper } from "./create-reaper.ts";
export { endLeftPrograms, type LeftProgram } from "./left-programs.ts";
