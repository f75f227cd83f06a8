import { expect, test } from "vitest";
import { mutateConfig } from "./mutate-config.ts";
import { sampleMutants } from "./sample-mutants.ts";

const messageTemplate = "{{a}}{{b}}{{c}}{{d}}{{e}}{{f}}{{g}}{{h}}";
const all = mutateConfig({ hooks: { mappings: [{ match: { path: "a" }, messageTemplate }] } });

test("M3: a sample is the same for the same seed, and in the order of the config", () => {
  const first = sampleMutants(all, { max: 4, seed: 1 });
  expect(first).toHaveLength(4);
  expect(sampleMutants(all, { max: 4, seed: 1 })).toEqual(first);
  const places = first.map((one) => all.indexOf(one));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const seeds = Array.from({ length: 20 }, (_, seed) => sampleMutants(all, { max: 4, seed }));
  expect(new Set(seeds.map((one) => JSON.stringify(one))).size).toBeGreaterThan(10);
  expect(sampleMutants(all, { max: 100, seed: 1 })).toEqual(all);
  expect(
    mutateConfig({ hooks: { mappings: [{ match: { path: "a" }, messageTemplate }] } }),
  ).toEqual(all);
});
