// A command and what it found → one JSON object for programs, which names its form.
import { visibleJson } from "@hookwright/base";

/** `command` has its words joined by hyphens: `runs-show`. A form that changes gets another number. */
export function reportToJson(command: string, report: object): string {
  return visibleJson({ schema: `hookwright.${command}/1`, ...report }, 2);
}
