import { expect, test } from "vitest";
import { readToken } from "./credentials.ts";
import type { TokenCarriers } from "./request-context.ts";

const carriers: TokenCarriers = { headers: ["x-gateway-token", "x-openclaw-token"], query: true };

test.each(["Bearer abc", "bearer abc", "BEARER abc", "Bearer   abc  ", "Bearer\tabc"])(
  "readToken() reads %j, whatever the case of the scheme",
  (authorization) => {
    expect(readToken({ authorization }, {}, carriers)).toEqual({ token: "abc", carrier: "bearer" });
  },
);

test("readToken() reads the header, further headers, and the query", () => {
  expect(readToken({ "x-gateway-token": " abc " }, {}, carriers)).toEqual({
    token: "abc",
    carrier: "header",
  });
  expect(readToken({ "x-openclaw-token": "abc" }, {}, carriers)).toEqual({
    token: "abc",
    carrier: "header",
  });
  expect(readToken({}, { token: " abc " }, carriers)).toEqual({ token: "abc", carrier: "query" });
});

test("readToken() takes the first carrier that is not empty", () => {
  const headers = { authorization: "Bearer 1", "x-gateway-token": "2", "x-openclaw-token": "3" };
  const query = { token: "4" };
  expect(readToken(headers, query, carriers)?.token).toBe("1");
  expect(readToken({ ...headers, authorization: "Bearer " }, query, carriers)?.token).toBe("2");
  expect(readToken({ ...headers, authorization: "Basic 1" }, query, carriers)?.token).toBe("2");
  expect(readToken({ ...headers, authorization: "Bearerx" }, query, carriers)?.token).toBe("2");
  expect(
    readToken({ "x-gateway-token": " ", "x-openclaw-token": "3" }, query, carriers)?.token,
  ).toBe("3");
  expect(readToken({ "x-gateway-token": "" }, query, carriers)?.token).toBe("4");
});

test("readToken() finds nothing where every carrier is empty or unknown", () => {
  expect(readToken({}, {}, carriers)).toBe(undefined);
  expect(readToken({ authorization: "abc", "x-token": "abc" }, { token: " " }, carriers)).toBe(
    undefined,
  );
});

test("readToken() leaves the query alone where it is switched off", () => {
  const off = { headers: [], query: false };
  expect(readToken({}, { token: "abc" }, off)).toBe(undefined);
});

test("readToken() takes a repeated header for what HTTP makes of it", () => {
  const headers = { "x-gateway-token": ["abc", "abc"] };
  expect(readToken(headers, {}, carriers)?.token).toBe("abc, abc");
});
