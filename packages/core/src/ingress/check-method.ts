// Gate 2: hooks are POST requests → nothing, or 405 with what is allowed.
import { createRefusal } from "../problem/refusal.ts";
import { type Gate, refuse } from "./gate.ts";

export function checkMethod(method: string): Gate {
  if (method === "POST") return undefined;
  const refusal = createRefusal("method_not_allowed", "Hooks accept POST requests only.");
  return refuse(refusal, { allow: "POST" });
}
