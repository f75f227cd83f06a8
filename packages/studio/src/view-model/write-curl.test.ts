import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { EventText } from "../model/event-text.ts";
import type { HookOfEvent } from "../model/messages.ts";
import { writeCurl } from "./write-curl.ts";

const EVENT: EventText = {
  path: "github",
  headers: "X-GitHub-Event: push",
  query: "",
  payload: '{"a":1}',
};

const HOOK: HookOfEvent = { basePath: "/hooks", auth: "token", secretHeaders: [] };

const write = (event: Partial<EventText> = {}, hook: Partial<HookOfEvent> = {}): string =>
  writeCurl({ ...EVENT, ...event }, { ...HOOK, ...hook }, "http://127.0.0.1:1");

/** The words of the command as a shell takes them apart. */
const wordsOf = (command: string): readonly string[] =>
  execFileSync("sh", ["-c", `printf '%s\\0' ${command}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1);

test("writeCurl() sends the event to its hook, with a placeholder for the token", () => {
  expect(wordsOf(write())).toEqual([
    ...["curl", "-X", "POST", "http://127.0.0.1:1/hooks/github"],
    ...["-H", "content-type: application/json", "-H", "X-GitHub-Event: push"],
    ...["-H", "authorization: Bearer YOUR_HOOK_TOKEN", "--data-raw", '{"a":1}'],
  ]);
});

test("writeCurl() leaves out what proves the sender, and names the headers of a signature", () => {
  const headers =
    "Authorization: Bearer abc\nCookie: x=1\nX-Hub-Signature-256: sha256=abc\nX-Kind: a";
  const command = write({ headers }, { auth: "signature", secretHeaders: ["x-hub-signature-256"] });
  expect(command).not.toMatch(/abc|x=1/);
  expect(wordsOf(command)).toContain("x-hub-signature-256: YOUR_SIGNATURE");
  expect(wordsOf(command)).toContain("X-Kind: a");
  expect(command).not.toContain("YOUR_HOOK_TOKEN");
});

test("writeCurl() encodes the path and the query, and keeps the type of the content", () => {
  const event = { path: "/a b/c?d/", query: "q=1=2\nempty\n", headers: "Content-Type: text/plain" };
  const words = wordsOf(write(event, { auth: "none" }));
  expect(words).toContain("http://127.0.0.1:1/hooks/a%20b/c%3Fd?q=1%3D2&empty=");
  expect(words).toContain("Content-Type: text/plain");
  expect(words.filter((word) => /content-type/i.test(word))).toHaveLength(1);
});

test("writeCurl() is one command for a shell, whatever the event has", () => {
  const payload = `'; touch /tmp/never; echo '$(id) \`id\` \\ "x"\n!`;
  const headers = "@/etc/passwd\nnot a header\nX-Note: it's $HOME";
  const words = wordsOf(write({ payload, headers }));
  expect(words.at(-1)).toBe(payload);
  expect(words).toContain("X-Note: it's $HOME");
  expect(words.some((word) => word.startsWith("@"))).toBe(false);
});

test("writeCurl() has an example host for a server that the page does not know", () => {
  expect(writeCurl(EVENT, HOOK)).toContain("https://gateway.example/hooks/github");
});
