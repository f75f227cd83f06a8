// What a page without a link shows first.
import type { EventText, Format } from "./event-text.ts";
import type { Answer } from "./messages.ts";

export interface First {
  /** The name of the event. */
  readonly sample: string;
  readonly event: EventText;
  readonly config: string;
  readonly format: Format;
  /** Without sample events. */
  readonly answer: Answer;
}
