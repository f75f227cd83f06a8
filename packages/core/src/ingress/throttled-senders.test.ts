// Many failures of one address on signed routes: they are told to wait, and the sender behind it is not.
import { createHmac } from "node:crypto";
import { expect, test, vi } from "vitest";
import { createFakeTime } from "../../test/ingress/fake-time.ts";
import { createHarness, type HarnessOptions } from "../../test/ingress/harness.ts";

const SECRET = "secret-of-the-signed-routes";
const BODY = '{"action":"opened"}';

const sign = (secret: string): Record<string, string> => {
  const hmac = createHmac("sha256", secret).update(BODY).digest("hex");
  return { "x-hub-signature-256": `sha256=${hmac}` };
};

const RIGHT = { target: "/hooks/a", headers: sign(SECRET), body: BODY };
const WRONG = { ...RIGHT, headers: sign("another-secret") };

function create(ingress: HarnessOptions["ingress"] = {}) {
  const auth = { provider: "github", secret: SECRET };
  return createHarness({
    hooks: { mappings: [{ id: "a", match: { path: "a" }, auth, messageTemplate: "{{action}}" }] },
    ingress,
  });
}

test("authenticate() takes a right signature after any number of wrong ones from the same address", async () => {
  const harness = create();
  const statuses: number[] = [];
  for (let at = 0; at < 25; at++) statuses.push((await harness.send(WRONG)).status);
  expect(statuses.slice(19, 21)).toEqual([401, 429]);
  expect((await harness.send(RIGHT)).status).toBe(202);
  // The same answer as for a token that is wrong, and a name that nobody has.
  const told = await harness.send(WRONG);
  for (const target of ["/hooks/wake", "/hooks/unknown"]) {
    const answer = await harness.send({ target, headers: {} });
    expect({ ...answer, headers: {} }).toEqual({ ...told, headers: {} });
    expect(Object.keys(answer.headers)).toEqual(Object.keys(told.headers));
  }
});

test("authenticate() does not wait for a throttle that hangs", async () => {
  const time = createFakeTime();
  const fail = () => new Promise<number>(() => undefined);
  const harness = create({ throttle: { fail }, clock: time.clock, timer: time.timer });
  const answers: unknown[] = [];
  void harness.send(WRONG).then((answer) => answers.push(answer));
  await vi.waitFor(() => expect(time.timersRunning()).toBe(1), { timeout: 60_000 });
  await time.advance(1_000);
  await expect.poll(() => answers).toMatchObject([{ status: 401 }]);
  expect(time.timersRunning()).toBe(0);
});
