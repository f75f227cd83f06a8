// What users import from @hookwright/samples: where its event files are, and the events as objects.
export { eventsFolder } from "./events-folder.ts";
export { listSamples } from "./list-samples.ts";
export { sample } from "./sample.ts";
