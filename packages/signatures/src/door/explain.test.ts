import { expect, test } from "vitest";
import { hmac, SECRET } from "../../../core/test/auth/requests.ts";
import { github, slack } from "../vendors/generated/senders.ts";
import { explain } from "./explain.ts";

const BODY = '{"action":"opened"}';
const sent = (body: string) => ({
  headers: { "x-hub-signature-256": `sha256=${hmac(BODY)}` },
  body,
});

test("explain() finds what a signature is right for", async () => {
  const sender = github({ secret: SECRET });
  const right = await explain(sent(BODY), sender);
  expect(right).toMatchObject({ passes: true, code: undefined, keyIndex: 0 });
  const wrong = await explain(sent(`${BODY}\n`), sender);
  expect(wrong).toMatchObject({ passes: false, code: "signature_wrong" });
  expect(wrong.message).toContain("The signature is wrong");
  expect(wrong.signature?.guesses).toHaveLength(1);
});

test("explain() names vendors that send the headers of a request", async () => {
  const { signature } = await explain(sent(BODY), slack({ secret: SECRET }));
  expect(signature?.otherHeaders[0]?.providers).toContain("github");
});

test("explain() says what is wrong with the options, what is risky, and that bytes are lost", async () => {
  expect(await explain(sent(BODY), github({ secret: "" }))).toMatchObject({
    code: "sender_invalid",
    problems: [{ at: ["secret"] }],
  });
  const short = await explain(sent(BODY), github({ secret: "short" }));
  expect(short.problems).toMatchObject([{ code: "secret_short", severity: "warning" }]);
  const parsed = { ...sent(BODY), body: {} as unknown as string };
  const lost = await explain(parsed, github({ secret: SECRET }));
  expect(lost).toMatchObject({ passes: false, code: "body_lost" });
  expect(lost.message).toContain("Pass the request unread");
});
