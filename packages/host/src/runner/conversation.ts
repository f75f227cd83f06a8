// A turn with its history → the messages of the conversation, oldest first.
import type { TurnRequest } from "../model/turn.ts";

/** Earlier answers cannot be empty for some services. */
export function messagesOf({ history, message }: TurnRequest): readonly {
  readonly role: "user" | "assistant";
  readonly content: string;
}[] {
  return [
    ...history.flatMap(({ message: asked, answer }) => [
      { role: "user" as const, content: asked },
      { role: "assistant" as const, content: answer === "" ? "(no answer)" : answer },
    ]),
    { role: "user", content: message },
  ];
}
