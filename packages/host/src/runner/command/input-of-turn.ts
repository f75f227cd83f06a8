// A turn → what a command reads from standard input.
import type { TurnRequest } from "../../model/turn.ts";

export interface InputOptions {
  readonly format: "text" | "json";
  /** The agent has what was said before. */
  readonly keepsHistory: boolean;
}

export function inputOfTurn(turn: TurnRequest, { format, keepsHistory }: InputOptions): string {
  if (format === "json") return `${JSON.stringify(turn)}\n`;
  if (keepsHistory || turn.history.length === 0) return turn.message;
  const earlier = turn.history.map(
    ({ message, answer }) => `[earlier message]\n${message}\n\n[your answer]\n${answer}\n\n`,
  );
  return `${earlier.join("")}[new message]\n${turn.message}`;
}
