// TypeScript by the ending of ES modules.
import { subjectOf } from "./lib/subject.ts";

export default async ({ payload }: { payload: { text: string } }): Promise<object> => ({
  message: `typed.mts: ${subjectOf(payload)}`,
});
