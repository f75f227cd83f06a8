// TypeScript with a relative TypeScript import.
import type { Transform } from "@hookwright/core";
import { subjectOf } from "./lib/subject.ts";

const transform: Transform<{ text: string }> = ({ payload }) => ({
  message: `typed.ts: ${subjectOf(payload)}`,
});

export default transform;
