// A body that cannot be verified any more → its refusal, and what the operator is told.
import { createRefusal } from "../../base/index.ts";
import { type GateRefusal, refuse } from "../gate.ts";

/** A signature is over bytes, and serializing what a parser made of them would give other bytes. */
export const PARSED_BODY =
  "A body that something before the hooks has parsed cannot be verified. Put the hooks before what parses bodies, or keep the bytes as `rawBody` of a Node request.";

export const ALREADY_PARSED: GateRefusal = refuse(
  createRefusal("body_already_parsed", "The request could not be verified.", {
    detail: PARSED_BODY,
  }),
);
