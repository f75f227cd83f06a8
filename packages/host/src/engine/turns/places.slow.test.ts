import { expect, test } from "vitest";
import { createPlaces } from "./places.ts";

test("RUN-3 createPlaces() keeps one place for main sessions", () => {
  const places = createPlaces(() => 2);
  places.take("run");
  const giveBack = places.take("run");
  expect([places.freeForRuns(), places.freeForMain()]).toEqual([0, 1]);
  places.take("main");
  expect([places.freeForRuns(), places.freeForMain()]).toEqual([0, 0]);
  giveBack();
  giveBack();
  expect([places.freeForRuns(), places.freeForMain()]).toEqual([1, 1]);
});

test("RUN-3 createPlaces() gives no place away where a reload lowered their number", () => {
  let max = 4;
  const places = createPlaces(() => max);
  for (let count = 0; count < 4; count++) places.take("run");
  max = 1;
  expect([places.freeForRuns(), places.freeForMain()]).toEqual([0, 0]);
});
