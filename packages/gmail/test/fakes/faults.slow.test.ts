import { type FakeGoogle, type Fault, startFakeGoogle } from "@hookwright/fake-google";
import { afterEach, expect, test } from "vitest";
import { createClients } from "./support/clients.ts";

const userId = "me";

let google: FakeGoogle | undefined;
afterEach(async () => {
  await google?.close();
  google = undefined;
});

test("fake 10: failNext() fails so many requests that fit, and no others", async () => {
  google = await startFakeGoogle();
  const { users } = createClients(google);
  const fault: Fault = { kind: "status", status: 503, headers: { "retry-after": "7" } };
  google.failNext({ service: "gmail", path: "/labels", skip: 1, times: 2 }, fault);
  const statuses: unknown[] = [];
  for (let call = 0; call < 4; call++) {
    const answer = await users.labels.list({ userId }, { validateStatus: () => true });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([200, 503, 503, 200]);
  expect((await users.getProfile({ userId })).status).toBe(200);
});

test.each<[Fault, boolean]>([
  [{ kind: "reset", when: "before" }, false],
  [{ kind: "reset", when: "after" }, true],
  [{ kind: "half" }, true],
])("fake 10: failNext() with %o ends the connection", async (fault, hasEffect) => {
  google = await startFakeGoogle();
  const { pubsub } = createClients(google);
  const path = "projects/demo-project/topics/t-1";
  google.failNext({ service: "pubsub" }, fault);
  await expect(pubsub("PUT", path, {})).rejects.toThrow();
  expect((await pubsub("GET", path)).status).toBe(hasEffect ? 200 : 404);
});

test("fake 10: failNext() with a delay is silence for a client that does not wait", async () => {
  google = await startFakeGoogle();
  const { users } = createClients(google);
  google.failNext({ path: "/profile" }, { kind: "delay", milliseconds: 60_000 });
  await expect(users.getProfile({ userId }, { timeout: 50 })).rejects.toThrow();
});

test.each([403, 429] as const)(
  "fake 9: unitsPerMinute refuses with %i, and fills up",
  async (status) => {
    google = await startFakeGoogle({
      unitsPerMinute: 60,
      quotaStatus: status,
      isQuotaTimeTold: true,
    });
    const { users } = createClients(google);
    const id = google.gmail.deliver();
    const get = async (): Promise<{ readonly status: number; readonly wait: unknown }> => {
      const answer = await users.messages.get({ userId, id }, { validateStatus: () => true });
      // The library's types say a record.
      const headers = answer.headers as unknown as Headers;
      return { status: answer.status, wait: headers.get("retry-after") };
    };
    for (let call = 0; call < 3; call++) expect((await get()).status).toBe(200);
    const refused = await get();
    expect(refused.status).toBe(status);
    expect(Number(refused.wait)).toBeGreaterThan(0);
    google.clock.advance(60_000);
    expect((await get()).status).toBe(200);
  },
);

test("another process controls the servers by HTTP", async () => {
  google = await startFakeGoogle();
  const control = async (path: string, body?: unknown): Promise<unknown> => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(`${google?.url}/_control/${path}`, init);
    return answer.status === 204 ? undefined : answer.json();
  };
  const id = await control("gmail/deliver", { subject: "Hi" });
  await control("gmail/label", [id, ["STARRED"]]);
  await control("settings", { consent: "denied" });
  expect(await control("gmail/status")).toMatchObject({ messages: 1 });
  expect(google.settings.consent).toBe("denied");
  await control("faults/failNext", [{ path: "/token" }, { kind: "status", status: 500 }]);
  const { users } = createClients(google);
  const { data } = await users.messages.get({ userId, id: String(id) });
  expect(data.labelIds).toContain("STARRED");
  const requests = await control("requests");
  expect(requests).toMatchObject([{ path: "/token", status: 500 }, { status: 200 }, {}]);
});
