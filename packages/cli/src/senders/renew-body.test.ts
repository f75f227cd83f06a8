// Bodies that were sent before → bodies of new events.
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { renewBody } from "./renew-body.ts";

const renewed = (body: string, ...paths: readonly string[]) => String(renewBody(body, { paths }));

test("renewBody() gives a body a new id of the same kind, and keeps everything else", () => {
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

test("renewBody() renews every id that a vendor deduplicates by, also in the elements of a list", () => {
  const body = '{"event":"e1","list":[{"id":"a_1","n":"x"},{"id":"a_2","n":"x"}]}';
  const { event, list } = JSON.parse(renewed(body, "event", "list.*.id", "none.*.id"));
  expect(event).not.toBe("e1");
  expect(list).toEqual([
    { id: expect.stringMatching(/^a_[0-9a-f]{24}$/), n: "x" },
    { id: expect.stringMatching(/^a_[0-9a-f]{24}$/), n: "x" },
  ]);
  expect(list[0].id).not.toBe(list[1].id);
  expect(JSON.parse(renewed('[{"id":"b"}]', ".*.id"))[0].id).not.toBe("b");
});

test("renewBody() changes a body without an id, and leaves one that it cannot read", () => {
  const body = '{"ref":"a"}';
  expect(renewed(body)).not.toBe(renewed(body));
  expect(JSON.parse(renewed(body, "id"))).toEqual({ ref: "a" });
  expect(renewed("a=b", "id")).toBe("a=b");
});

const FORM = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };

test("renewBody() renews fields of a form and of JSON inside a form, and keeps the others", () => {
  const body = "number=17&text=hello+w%C3%B6rld&x=&payload=%7B%22id%22%3A%22p%22%7D";
  const options = { paths: ["number", "id", "x"], headers: FORM };
  const [first = "", second = ""] = [1, 2].map(() => String(renewBody(body, options)));
  expect(first).not.toBe(second);
  const { number, payload, ...others } = Object.fromEntries(new URLSearchParams(first));
  expect(number).toMatch(/^\d{12}$/);
  expect(JSON.parse(payload as string).id).not.toBe("p");
  expect(others).toEqual({ text: "hello wörld", x: "" });
});

test("renewBody() appends to the last part of a form with files, and changes compressed bodies", () => {
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const renewedParts = String(renewBody("--x--", { paths: [], headers }));
  expect(renewedParts).toMatch(/^--x--\r\n[\da-f-]{36}\r\n$/);
  const zipped = renewBody(gzipSync('{"id":"a"}'), {
    paths: ["id"],
    headers: { "content-encoding": "gzip" },
  });
  expect(JSON.parse(String(gunzipSync(zipped))).id).not.toBe("a");
});
