// What packages of the same version import from here. Not a public interface.
export {
  checkEvent,
  EVENT_KEYS,
  hintForEventKey,
  hintForEventValue,
  readEventTime,
} from "./events/check-event.ts";
export { keepDigits } from "./events/event-file.ts";
export { listConfigs } from "./files/load-config-file.ts";
export { readConfigText } from "./files/read-config-text.ts";
export { createNameTest } from "./include/parse-include.ts";
export { type EnvFile, readEnvFile } from "./secrets/env-file.ts";
export { positionOf } from "./text/position.ts";
export { createFileWatcher } from "./watch/watch-files.ts";
