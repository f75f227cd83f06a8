// Addresses of Google in an environment.
import { GOOGLE_URLS } from "@hookwright/gmail";
import { expect, test } from "vitest";
import { readGoogleUrls } from "./google-urls.ts";

test("readGoogleUrls() takes Google's own where the environment says nothing", () => {
  expect(readGoogleUrls({ env: { HOOKWRIGHT_GMAIL_URL: "" } })).toEqual(GOOGLE_URLS);
});

test("readGoogleUrls() takes servers on this machine", () => {
  const env = {
    HOOKWRIGHT_GMAIL_URL: "http://127.0.0.1:1/gmail/",
    HOOKWRIGHT_PUBSUB_URL: "http://localhost:2",
    HOOKWRIGHT_OAUTH_URL: "http://[::1]:3",
    HOOKWRIGHT_KEYS_URL: "https://127.0.0.1:4/certs",
  };
  expect(readGoogleUrls({ env })).toEqual({
    gmail: "http://127.0.0.1:1/gmail",
    pubsub: "http://localhost:2",
    auth: "http://[::1]:3/o/oauth2/v2/auth",
    token: "http://[::1]:3/token",
    revoke: "http://[::1]:3/revoke",
    keys: "https://127.0.0.1:4/certs",
  });
});

test.each([
  "http://example.org",
  "http://127.0.0.1@example.org",
  "http://127.0.0.1.example.org",
  "http://10.0.0.1",
  "file:///127.0.0.1",
  "127.0.0.1:1",
])("readGoogleUrls() refuses %s: tokens go there", (url) => {
  expect(() => readGoogleUrls({ env: { HOOKWRIGHT_OAUTH_URL: url } })).toThrow(
    "HOOKWRIGHT_OAUTH_URL is not an address of this machine.",
  );
});
