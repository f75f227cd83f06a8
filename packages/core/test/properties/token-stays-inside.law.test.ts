// Law: wherever a sender or proxy writes the hook token, nothing behind the gates reads it, in no spelling.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import type { TransformContext } from "../../src/model/transform.ts";
import type { Dispatch } from "../../src/serving/ingress/dispatch-call.ts";
import { createHarness, type SentRequest } from "../ingress/harness.ts";

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
  fc.constantFrom(
    "referer",
    "x-original-uri",
    ":path",
    "x-openclaw-token",
    "x-forwarded-uri",
    "user-agent",
    "idempotency-key",
    "webhook-id",
  ),
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

/** What the transform and the dispatch do, which know the token and may tell it. */
const ending = fc.constantFrom("dispatched", "transform throws", "dispatch throws");

/** Everything that is passed on or reported, as one text without percent-encoding. */
async function tellAll(request: SentRequest, ends: string): Promise<string> {
  const read: unknown[] = [];
  const failWith = (text: unknown): never => {
    throw new Error(`cannot use ${TOKEN} ${text}`);
  };
  const transform = (context: TransformContext): undefined => {
    read.push(context, String(context.url));
    if (ends === "transform throws") failWith(context.headers["referer"]);
  };
  const dispatch: Dispatch = (action, context) => {
    const { name, headers, idempotencyKey, deliveryId } = context;
    read.push({ action, name, headers, idempotencyKey, deliveryId });
    if (ends === "dispatch throws") failWith(name);
  };
  const { send, records, warnings } = createHarness({
    hooks: {
      token: TOKEN,
      mappings: [
        {
          messageTemplate: "{{path}} {{headers}} {{query}} {{headers.referer}} {{query.key}}",
          transform: { module: "keep.js" },
        },
      ],
    },
    compile: { transforms: { "keep.js": transform } },
    ingress: { dispatch },
  });
  const answer = await send(request);
  return decodeFully(JSON.stringify({ read, records, warnings, answer }));
}

test("createIngress() shows the hook token to no template, transform, dispatch, record or answer", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(header),
      fc.array(parameter),
      name,
      fc.boolean(),
      ending,
      async (headers, query, path, isKnown, ends) => {
        const search = query.map((pair) => pair.join("=")).join("&");
        const request = {
          target: `/hooks/${path}?${search}`,
          headers: {
            ...Object.fromEntries(headers),
            ...(isKnown && { authorization: `Bearer ${TOKEN}` }),
          },
          body: "{}",
        };
        expect(await tellAll(request, ends)).not.toContain(TOKEN.replaceAll("+", " "));
      },
    ),
    { numRuns: runs(300) },
  );
});

test.each(["dispatched", "transform throws", "dispatch throws"])(
  "createIngress() passes on the rest of a text with the token: %s",
  async (ends) => {
    const headers = { authorization: `Bearer ${TOKEN}`, referer: `/a?t=${TOKEN}&b=1` };
    const reported = await tellAll({ target: "/hooks/ci?key=k", headers, body: "{}" }, ends);
    expect(reported).toContain("/a?t=***&b=1");
    if (ends !== "dispatched") expect(reported).toContain("cannot use ***");
  },
);
