import { sample } from "@hookwright/samples";
import { expect, test } from "vitest";
import { answerFirst } from "./answer-first.ts";
import { createEngine } from "./create-engine.ts";

test("answerFirst() has a message, and says what the engine says of the texts that the page shows", async () => {
  const { config, format, event, answer } = await answerFirst("github/push", sample("github/push"));
  expect(answer.problems).toEqual([]);
  expect(answer.result?.row.outcome).toBe("agent");
  const again = await createEngine().ask({ config, format, event });
  expect(again).toEqual(answer);
});
