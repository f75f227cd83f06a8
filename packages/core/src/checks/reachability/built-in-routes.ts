// The names that built-in routes take before any mapping is asked → the formula of their events.
import { atom, type Formula } from "./formula.ts";

export const BUILT_IN_ROUTES: Formula = atom("path", ["text wake", "text agent"]);
