// The recipes and their sample events → none of the warnings that events give.

import { listRecipes, recipe, sample } from "@hookwright/samples";
import { findInEvents } from "@hookwright/testing/findings";
import { expect, test } from "vitest";

test.each(listRecipes())(
  "findInEvents() has no warning about the recipe of %s and its samples",
  async (provider) => {
    const { hooks, samples } = recipe(provider);
    const events = samples.map((name) => sample(name));
    const found = await findInEvents({ hooks }, { events });
    // Few samples are alike in many ways: that is all that may be said of them.
    const said = new Set(found.map(({ code, severity }) => `${severity} ${code}`));
    said.delete("hint condition_never_changes");
    expect([...said]).toEqual([]);
  },
);
