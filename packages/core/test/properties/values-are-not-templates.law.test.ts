// Law: a rendered value is never rendered again, and comes out as it went in.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import { neutralize } from "../../src/serving/fence/neutralize.ts";
import { texts } from "./arbitraries.ts";

const tags = fc.constantFrom(
  ...["{{x}}", "{{{x}}}", "{{&x}}", "{{#if x}}y{{/if}}", "{{#each payload}}", "{{/each}}", "{{!"],
  ...["{{payload}}", "{{> p}}", "\\{{x}}", "{{now}}", "{{x", "}}", "{{{{raw}}}}", "${x}", "$&"],
);

const templates = fc.array(fc.oneof(tags, texts), { minLength: 1 }).map((parts) => parts.join(""));

const hooks = compileHooks(
  {
    hooks: {
      mappings: [
        {
          match: { path: "text" },
          messageTemplate: "<{{text}}|{{a.b}}|{{#each list}}{{this}}{{/each}}|{{headers.h}}>",
          allowUnsafeExternalContent: true,
        },
        {
          match: { path: "twice" },
          messageTemplate: "{{text}}",
          transform: { module: "again.js" },
          allowUnsafeExternalContent: true,
        },
      ],
    },
  },
  {
    transforms: {
      "again.js": {
        default: ({ payload }: { payload: { text: string } }) => ({ message: `!${payload.text}` }),
      },
    },
  },
);

test("resolve() renders text of a payload literally, whatever tags it contains", async () => {
  await fc.assert(
    fc.asyncProperty(templates, templates, async (x, y) => {
      const payload = { text: x, a: { b: y }, list: [x, y], x: "rendered twice" };
      const resolution = await hooks.resolve({ path: "text", payload, headers: { h: y } });
      expect(resolution).toMatchObject({ action: { message: `<${x}|${y}|${x}${y}|${y}>` } });
    }),
    { numRuns: runs(500) },
  );
});

test("resolve() renders text that a transform returned literally", async () => {
  await fc.assert(
    fc.asyncProperty(templates, async (text) => {
      const resolution = await hooks.resolve({ path: "twice", payload: { text, x: "twice" } });
      expect(resolution).toMatchObject({ action: { message: `!${text}` } });
    }),
    { numRuns: runs(200) },
  );
});

test("resolve() renders text of a request literally, but for outer spaces", async () => {
  const plain = compileHooks({});
  await fc.assert(
    fc.asyncProperty(templates, async (text) => {
      const resolution = await plain.resolve({ path: "wake", payload: { text } });
      if (text.trim() === "") expect(resolution.outcome).toBe("refused");
      else
        expect(resolution).toMatchObject({
          action: { parts: [{ text: neutralize(text.trim()) }] },
        });
    }),
    { numRuns: runs(200) },
  );
});
