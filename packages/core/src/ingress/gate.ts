// What a gate says: nothing (pass), or the refusal with its answer.
import type { Refusal } from "../base/index.ts";
import { answerRefusal } from "./answer.ts";
import type { IngressAnswer } from "./request.ts";

/** A refusal whose code an integrator may have chosen. */
interface AnsweredRefusal extends Omit<Refusal, "code"> {
  readonly code: string;
}

export interface GateRefusal {
  readonly refusal: AnsweredRefusal;
  readonly answer: IngressAnswer;
}

export type Gate = GateRefusal | undefined;

/** A refusal that is always the same is a constant of its gate, so that its answer is written once. */
export function refuse(
  refusal: AnsweredRefusal,
  headers?: Readonly<Record<string, string>>,
): GateRefusal {
  return { refusal, answer: answerRefusal(refusal, headers) };
}
