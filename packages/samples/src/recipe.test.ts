import { parseConfigText } from "@hookwright/config";
import {
  listRecipes,
  listSamples,
  type RecipePiece,
  recipe,
  variablesOf,
} from "@hookwright/samples";
import { PROVIDERS } from "@hookwright/signatures";
import { describe, expect, test } from "vitest";

async function parse(text: string, filename: string): Promise<unknown> {
  const { ok, config, problems } = await parseConfigText(text, { filename });
  return ok ? config : problems;
}

const joined = (pieces: readonly RecipePiece[], format: "json5" | "yaml") =>
  pieces.map((piece) => piece[format]).join("\n");

describe.each(listRecipes())("recipe(%j)", (provider) => {
  const { partials, mappings, samples, steps, title, hooks } = recipe(provider);

  test("says the same in pieces of JSON5, in pieces of YAML and as data", async () => {
    const json5 = `{ hooks: {\n    partials: {\n${joined(partials, "json5")}\n    },\n    mappings: [\n${joined(mappings, "json5")}\n    ],\n  },\n}\n`;
    expect(await parse(json5, "hooks.json5")).toEqual({ hooks });
    const named =
      partials.length === 0 ? "  partials: {}" : `  partials:\n${joined(partials, "yaml")}`;
    const yaml = `hooks:\n${named}\n  mappings:\n${joined(mappings, "yaml")}\n`;
    expect(await parse(yaml, "hooks.yaml")).toEqual({ hooks });
    expect(mappings.map(({ name }) => name)).toEqual(hooks.mappings.map(({ id }) => id));
  });

  test("has samples, a title and steps at the provider", () => {
    expect(samples.length).toBeGreaterThan(0);
    expect(listSamples(provider)).toEqual(expect.arrayContaining([...samples]));
    expect(title).toMatch(/^[A-Z]/);
    expect(steps.length).toBeGreaterThan(100);
  });
});

test("recipe() checks the signature of each sender that signs, in every mapping", () => {
  const mappings = listRecipes().flatMap((provider) => recipe(provider).hooks.mappings) as {
    readonly match: { readonly path: string };
    readonly auth?: { readonly provider?: string; readonly secret?: object };
  }[];
  const signing = new Set(
    PROVIDERS.flatMap(({ id, signatures }) => (signatures === undefined ? [] : [id])),
  );
  // The commands and buttons of Slack have names of their own.
  const senderOf = (path: string) => (path.startsWith("slack-") ? "slack" : path);
  const signed = mappings.filter(({ match }) => signing.has(senderOf(match.path)));
  expect(new Set(signed.map(({ match }) => match.path)).size).toBe(13);
  for (const { match, auth } of signed) {
    const provider = senderOf(match.path);
    const secret = { env: `${provider.toUpperCase()}_SECRET` };
    expect([match.path, auth]).toEqual([match.path, { provider, secret }]);
  }
});

test("recipe() says where to find the secret of each variable", () => {
  expect(recipe("github").variables).toEqual([
    { name: "HOOK_TOKEN", where: expect.stringContaining("openssl rand") },
    { name: "GITHUB_SECRET", where: expect.stringMatching(/^GitHub: The text that you type into/) },
  ]);
  const keys = recipe("uptime").variables.map(({ name, where }) => `${name} ${where}`);
  expect(keys.join("\n")).toMatch(/^UPTIMEROBOT_KEY .*`\/hooks\/uptimerobot\?key=<key>`\.$/m);
  const forms = recipe("forms").variables.find(({ name }) => name === "FORMSPREE_SECRET");
  expect(forms?.where).toContain("the sender of `formspree`");
  expect(variablesOf({})).toEqual([]);
});

test("recipe() names the nearest provider, or all", () => {
  expect(() => recipe("githbu")).toThrow('There is no recipe for "githbu". Did you mean "github"?');
  expect(() => recipe("nobody-at-all")).toThrow(/Known: alertmanager, .*, uptime\./);
});
