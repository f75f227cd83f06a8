// The recipes with their sample events → no warning.

import { listRecipes, recipe, sample } from "@hookwright/samples";
import { findInEvents } from "@hookwright/testing/findings";
import { expect, test } from "vitest";

test.each(listRecipes())(
  "findInEvents() has no warning about the recipe of %s and its samples",
  async (provider) => {
    const { hooks, samples } = recipe(provider);
    const events = samples.map((name) => sample(name));
    const found = await findInEvents({ hooks }, { events });
    // A few samples cannot vary every condition.
    const said = new Set(found.map(({ code, severity }) => `${severity} ${code}`));
    said.delete("hint condition_never_changes");
    expect([...said]).toEqual([]);
  },
);
