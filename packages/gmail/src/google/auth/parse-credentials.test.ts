// Credentials of every type, whole and broken.
import { expect, test } from "vitest";
import { parseClientFile, parseCredentials } from "./credentials.ts";

const USER = {
  type: "authorized_user",
  client_id: "123-abc.apps.googleusercontent.com",
  client_secret: "SECRET-c",
  refresh_token: "SECRET-r",
};

const SERVICE = {
  type: "service_account",
  client_email: "reader@project.iam.gserviceaccount.com",
  private_key: "SECRET-k",
};

test("parseCredentials() reads a login and a key", () => {
  expect(parseCredentials(JSON.stringify({ ...USER, extra: 1 }))).toEqual({
    ok: true,
    value: {
      type: "authorized_user",
      clientId: USER.client_id,
      clientSecret: "SECRET-c",
      refreshToken: "SECRET-r",
    },
  });
  expect(
    parseCredentials(JSON.stringify({ ...SERVICE, private_key_id: "k1", project_id: "project" })),
  ).toEqual({
    ok: true,
    value: {
      type: "service_account",
      email: SERVICE.client_email,
      privateKey: "SECRET-k",
      privateKeyId: "k1",
      projectId: "project",
    },
  });
  expect(parseCredentials(JSON.stringify(SERVICE))).toMatchObject({
    value: { privateKeyId: undefined, projectId: undefined },
  });
});

test.each([
  ["text", "SECRET-t", "are not JSON"],
  ["null", "null", "have no type"],
  ["an inherited type", "{}", "have no type"],
  ["an unknown type", '{"type":"SECRET-t"}', "have no type"],
  ["a type of others", '{"type":"external_account"}', "are of the type external_account"],
  ["a client file", '{"installed":{"client_secret":"SECRET-t"}}', "client file"],
  ["a client file of a web application", '{"web":{}}', "client file"],
  ["no client id", JSON.stringify({ ...USER, client_id: "" }), '"client_id"'],
  ["no client secret", JSON.stringify({ ...USER, client_secret: 1 }), '"client_secret"'],
  ["no refresh token", JSON.stringify({ ...USER, refresh_token: null }), '"refresh_token"'],
  ["no address", JSON.stringify({ ...SERVICE, client_email: "" }), '"client_email"'],
  ["no key", JSON.stringify({ ...SERVICE, private_key: "" }), '"private_key"'],
])("parseCredentials() refuses %s without quoting it", (_what, text, words) => {
  const result = parseCredentials(text);
  expect(result).toMatchObject({ ok: false, failure: { code: "needs_login" } });
  expect(JSON.stringify(result)).toContain(JSON.stringify(words).slice(1, -1));
  expect(JSON.stringify(result)).not.toContain("SECRET");
});

const INSTALLED = { client_id: "123-abc.apps.googleusercontent.com", client_secret: "SECRET-c" };

test("parseClientFile() reads a desktop client, and finds its project", () => {
  const parse = (installed: object) => parseClientFile(JSON.stringify({ installed }));
  const value = { clientId: INSTALLED.client_id, clientSecret: "SECRET-c" };
  expect(parse({ ...INSTALLED, project_id: "mine" })).toEqual({
    ok: true,
    value: { ...value, project: "mine" },
  });
  expect(parse(INSTALLED)).toEqual({ ok: true, value: { ...value, project: "123" } });
  expect(parse({ ...INSTALLED, client_id: "abc" })).toMatchObject({
    value: { project: undefined },
  });
});

test.each([
  ["text", "SECRET-c", "not JSON"],
  ["a web client", JSON.stringify({ web: INSTALLED }), "web application"],
  ["a login", JSON.stringify(USER), "not one of an OAuth client"],
  ["a client without id", '{"installed":{"client_secret":"SECRET-c"}}', "lacks"],
  ["a client without secret", '{"installed":{"client_id":"1"}}', "lacks"],
])("parseClientFile() refuses %s with what to make", (_what, text, words) => {
  const result = parseClientFile(text);
  expect(result).toMatchObject({
    failure: { message: expect.stringContaining(words), hint: expect.stringContaining("Desktop") },
  });
  expect(JSON.stringify(result)).not.toContain("SECRET");
});
