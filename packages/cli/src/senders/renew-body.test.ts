// Bodies that were sent before → bodies of new events.
import { expect, test } from "vitest";
import { renewBody } from "./renew-body.ts";

const renewed = (body: string, path?: string) => String(renewBody(body, path));

test("renewBody() gives a body a new id of the same kind, and keeps all else", () => {
  const body =
    '{ "id": "evt_1NG8Du2eZvKYlo2C", "amount": 12345678901234567890, "of": "evt_1NG8Du2eZvKYlo2C" }';
  const next = renewed(body, "id");
  expect(next).toMatch(
    /^\{ "id": "evt_[0-9a-f]{24}", "amount": 12345678901234567890, "of": "evt_[0-9a-f]{24}" \}\s{32}$/,
  );
  const { id, of } = JSON.parse(next);
  expect(id).toBe(of);
  expect(id).not.toBe("evt_1NG8Du2eZvKYlo2C");
  expect(JSON.parse(renewed('{"data":{"id":42},"n":142}', "data.id"))).toEqual({
    data: { id: expect.any(Number) },
    n: 142,
  });
});

test("renewBody() makes another body where there is no id, and leaves what is not JSON", () => {
  const body = '{"ref":"a"}';
  expect(renewed(body)).not.toBe(renewed(body));
  expect(JSON.parse(renewed(body, "id"))).toEqual({ ref: "a" });
  expect(renewBody("a=b", "id")).toBe("a=b");
});
