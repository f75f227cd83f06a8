// What users import from @hookwright/samples: where its event files are.
import { fileURLToPath } from "node:url";

/** The folder of the event files, absolute: `<provider>/<name>.event.json` below it. */
export const eventsFolder: string = fileURLToPath(new URL("../events", import.meta.url));
