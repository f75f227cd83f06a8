// Law: wherever a sender or proxy writes the hook token, nothing behind the gates reads it, in no spelling.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { TransformContext } from "../../src/model/transform.ts";
import { createHarness } from "../ingress/harness.ts";

const TOKEN = "t0ken+of/the=law";

/** The token as it is, percent-encoded once, twice, or in part. */
const spelling = fc.constantFrom(
  TOKEN,
  encodeURIComponent(TOKEN),
  encodeURIComponent(encodeURIComponent(TOKEN)),
  TOKEN.replace("t", "%74").replace("=", "%3d"),
);

const around = fc.constantFrom("", "x", "?token=", "Bearer ", "/", "https://h/hooks/ci?a=b&t=");
const holder = fc.tuple(around, spelling, around).map((parts) => parts.join(""));
const header = fc.tuple(
  fc.constantFrom("referer", "x-original-uri", ":path", "x-openclaw-token", "x-forwarded-uri"),
  holder,
);
const parameter = fc.tuple(
  fc.oneof(fc.constantFrom("token", "key", "next"), spelling.map(encodeURIComponent)),
  holder.map(encodeURIComponent),
);
const name = fc.oneof(
  fc.constant("ci"),
  spelling.map((text) => `ci/${text}`),
);

/** Undoes every percent-encoding, and "+" for a space. */
function decodeFully(text: string): string {
  let current = text;
  for (let turn = 0; turn < 4; turn++) {
    current = current.replace(/%([\da-f]{2})/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return current.replaceAll("+", " ");
}

test("createIngress() shows the hook token to no template, transform, record or answer", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(header),
      fc.array(parameter),
      name,
      fc.boolean(),
      async (headers, query, path, isKnown) => {
        const contexts: TransformContext[] = [];
        const harness = createHarness({
          hooks: {
            token: TOKEN,
            mappings: [
              {
                messageTemplate: "{{path}} {{headers}} {{query}} {{headers.referer}} {{query.key}}",
                transform: { module: "keep.js" },
              },
            ],
          },
          compile: {
            transforms: {
              "keep.js": (context: TransformContext) => {
                contexts.push(context);
                throw new Error(String(context.headers["referer"]));
              },
            },
          },
        });
        const search = query.map((pair) => pair.join("=")).join("&");
        const answer = await harness.send({
          target: `/hooks/${path}?${search}`,
          headers: {
            ...Object.fromEntries(headers),
            ...(isKnown && { authorization: `Bearer ${TOKEN}` }),
          },
          body: "{}",
        });
        const { dispatched, records, warnings } = harness;
        const told = JSON.stringify({ contexts, dispatched, records, warnings, answer });
        expect(decodeFully(told)).not.toContain(TOKEN.replaceAll("+", " "));
      },
    ),
  );
});
