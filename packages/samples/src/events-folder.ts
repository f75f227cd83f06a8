// Where the event files are.
import { fileURLToPath } from "node:url";

/**
 * The folder of the event files, absolute. Below it each file is `<provider>/<name>.event.json`, in the form
 * that `hookwright explain --event` and test files read.
 */
export const eventsFolder: string = fileURLToPath(new URL("../events", import.meta.url));
