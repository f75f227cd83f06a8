// explain() with events of files and with captured requests.
import type { Explanation } from "@hookwright/core";
import { describe, expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { createTestIo, type TestInput } from "../../test/support/test-io.ts";
import { run } from "../run.ts";

const TOKEN = "a-token-of-more-than-24-characters";
const CONFIG = JSON.stringify({
  hooks: {
    enabled: true,
    path: "/in",
    token: TOKEN,
    mappings: [
      {
        id: "push",
        match: { path: "github", headers: { "x-github-event": "push" } },
        messageTemplate: "{{ref}} {{id}} {{query.team}} {{now}}",
      },
      { id: "form", match: { path: "form" }, body: "form", messageTemplate: "{{text}}" },
      {
        id: "all",
        match: { path: "all" },
        messageTemplate: "{{json headers}} {{json query}} {{json payload}}",
      },
      {
        id: "own",
        match: { path: "own" },
        auth: { token: "another-token-of-more-than-24-characters", header: "x-own" },
        messageTemplate: "{{json headers}}",
      },
    ],
  },
});
const PUSH = `{
  path: "github",
  headers: { "X-GitHub-Event": "push" },
  query: { team: "core" },
  payload: { ref: "main", id: 820982911946154508 },
  receivedAt: "2026-01-02T03:04:05Z",
}`;

const FILES = {
  "hooks.json": CONFIG,
  "push.event.json5": PUSH,
  "push.json": '{ "ref": "dev", "id": 9007199254740993 }',
  "all.ndjson": '{"path":"github"}\n\n{"path":"all","payload":{"a":1}}\n',
  "none.ndjson": "\n",
  "wrong.event.yaml": "path: github\nbody: {}\n",
};

async function explain(args: readonly string[], input?: TestInput) {
  const dir = createTempDir(FILES);
  const io = createTestIo(input);
  const named = args.map((arg) => arg.replace("DIR", dir));
  const exitCode = await run(["explain", `${dir}/hooks.json`, ...named, "--json"], io);
  const stdout = io.stdout.text();
  const explanation = stdout === "" ? undefined : (JSON.parse(stdout) as Explanation);
  const message = explanation?.fields.find(({ field }) => field === "message")?.text;
  const errors = io.stderr.text();
  const error = errors === "" ? undefined : (JSON.parse(errors) as { error: string; hint: string });
  return { exitCode, explanation, message, error, errors };
}

describe("explain --event", () => {
  test("explains the event of a file, as it was received", async () => {
    const { exitCode, message, error } = await explain(["--event", "DIR/push.event.json5"]);
    expect([exitCode, error]).toEqual([0, undefined]);
    expect(message).toBe("main 820982911946154508 core 2026-01-02T03:04:05.000Z");
  });

  test("overrides parts of the event", async () => {
    const args = ["--event", "DIR/push.event.json5", "--query", "team=web"];
    const replaced = await explain([...args, "--payload", "DIR/push.json"]);
    expect(replaced.message).toBe("dev 9007199254740993 web 2026-01-02T03:04:05.000Z");
    const other = await explain([...args, "--header", "X-GITHUB-EVENT: ping"]);
    expect(other.exitCode).toBe(1);
    expect(other.explanation?.matches[0]).toMatchObject({ seen: "ping" });
    const all = await explain([...args, "--name", "/all/", "--header", "x-a: 1"]);
    expect(all.message).toBe(
      '{"x-github-event":"push","x-a":"1"} {"team":"web"} {"ref":"main","id":"820982911946154508"}',
    );
  });

  test("reads a bare payload, and asks for the name of the hook", async () => {
    const named = await explain(["--event", "DIR/push.json", "--name", "all"]);
    expect(named.message).toContain('{"ref":"dev","id":"9007199254740993"}');
    const unnamed = await explain(["--event", "DIR/push.json"]);
    expect(unnamed).toMatchObject({
      exitCode: 2,
      error: {
        error: "The event does not name its hook.",
        hint: "Write --name github: the name follows the base path in the URL of the hook.",
      },
    });
    expect((await explain([])).exitCode).toBe(2);
  });

  test("explains one event of many, by its line", async () => {
    expect((await explain(["--event", "DIR/all.ndjson:3"])).message).toBe('{} {} {"a":1}');
    expect(await explain(["--event", "DIR/all.ndjson"])).toMatchObject({
      exitCode: 2,
      error: {
        error: expect.stringContaining("has 2 events, and one is explained at a time."),
        hint: expect.stringMatching(/^Write --event .*all\.ndjson:1 for the one on line 1\.$/),
      },
    });
    expect((await explain(["--event", "DIR/all.ndjson:2"])).error?.error).toContain(
      "has no event on line 2.",
    );
    expect((await explain(["--event", "DIR/none.ndjson"])).error?.error).toContain("has no events");
  });

  test("reports the problems of an event file with their positions", async () => {
    const { exitCode, errors } = await explain(["--event", "DIR/wrong.event.yaml"]);
    expect(exitCode).toBe(2);
    expect(JSON.parse(errors)).toMatchObject({
      ok: false,
      problems: [{ code: "unknown_key", path: ["body"], position: { line: 2, column: 1 } }],
    });
    const dir = createTempDir(FILES);
    const io = createTestIo();
    const args = ["explain", `${dir}/hooks.json`, "--event", `${dir}/wrong.event.yaml`];
    expect(await run(args, io)).toBe(2);
    expect(io.stderr.text()).toContain("> 2 | body: {}\n");
    expect(io.stderr.text()).toContain("Write payload: it is the body of the request.");
  });

  test("reports integers beyond 2^53 with their path", async () => {
    const note = (path: string) => [
      {
        code: "number_precision",
        message: `Numbers that a double cannot hold are text, so that they keep their digits: ${path}.`,
      },
    ];
    const event = await explain(["--event", "DIR/push.event.json5"]);
    expect(event.explanation?.notes).toEqual(note("payload.id (820982911946154508)"));
    const payload = await explain(["--event", "DIR/push.json", "--name", "all"]);
    expect(payload.explanation?.notes).toEqual(note("payload.id (9007199254740993)"));
    const option = await explain(["--payload", "DIR/push.json", "--name", "all"]);
    expect(option.explanation?.notes).toEqual(note("payload.id (9007199254740993)"));
    const stdin = 'POST /in/all HTTP/1.1\n\n{"list":[9007199254740993]}';
    const http = await explain(["--http", "-"], { stdin });
    expect(http.explanation?.notes).toEqual(note("payload.list.0 (9007199254740993)"));
  });
});

describe("explain --http", () => {
  const http = (stdin: string, args: readonly string[] = []) =>
    explain(["--http", "-", ...args], { stdin });

  test("removes the base path and the hook token from a captured request", async () => {
    const head = [
      `POST /in/all?token=${TOKEN}&team=core HTTP/1.1`,
      "Host: a.example",
      `Authorization: Bearer ${TOKEN}`,
      `X-Gateway-Token: ${TOKEN}`,
      "Cookie: a=b",
      "X-Event: push",
      "",
      "{}",
    ];
    const { exitCode, message, explanation } = await http(head.join("\r\n"));
    expect(exitCode).toBe(0);
    expect(message).toBe('{"host":"a.example","x-event":"push"} {"team":"core"} {}');
    expect(JSON.stringify(explanation)).not.toContain(TOKEN);
  });

  test("removes the secrets of a sender from a captured request", async () => {
    const secret = "another-token-of-more-than-24-characters";
    const { message } = await http(`POST /in/own HTTP/1.1\nX-Own: ${secret}\nX-A: 1\n\n{}`);
    expect(message).toBe('{"x-a":"1"}');
  });

  test("decodes the body as the server does", async () => {
    const type = "Content-Type: application/x-www-form-urlencoded";
    expect((await http(`POST /in/form HTTP/1.1\n${type}\n\ntext=hello+you`)).message).toBe(
      "hello you",
    );
    expect(await http(`POST /in/all HTTP/1.1\n${type}\n\ntext=hello`)).toMatchObject({
      exitCode: 2,
      error: {
        error: "The server answers this request with 415: Forms are not accepted here; send JSON.",
        hint: expect.stringContaining('A mapping takes forms with "body": "form"'),
      },
    });
    expect((await http("GET /in/all HTTP/1.1\n\n")).error?.error).toContain("with 405");
    const large = `POST /in/all HTTP/1.1\n\n"${"x".repeat(300_000)}"`;
    expect((await http(large)).error?.error).toContain("with 413");
  });

  test("explains a request to a name that no mapping has", async () => {
    const { exitCode, explanation } = await http("POST /in/other HTTP/1.1\n\n{}");
    expect(exitCode).toBe(1);
    expect(explanation?.resolution.outcome).toBe("unmatched");
  });

  test("overrides the name, a header, the query and the body", async () => {
    const request = "POST /from/elsewhere?a=1&b=2 HTTP/1.1\nX-A: 1\n\n{}";
    expect(await http(request)).toMatchObject({
      exitCode: 2,
      error: { error: "The request is not for a hook below /in." },
    });
    const args = ["--name", "all", "--header", "x-a: 2", "--query", "b=3"];
    const { message } = await http(request, [...args, "--payload", "DIR/push.json"]);
    expect(message).toBe('{"x-a":"2"} {"a":"1","b":"3"} {"ref":"dev","id":"9007199254740993"}');
  });

  test("completes headers that were copied without a request line", async () => {
    const text = 'Headers\nX-GitHub-Event: push\n\nPayload\n{"ref":"main"}';
    expect((await http(text, ["--name", "github"])).message).toMatch(/^main/);
    expect((await http(text)).error?.error).toBe(
      "The request has no line that says where it goes.",
    );
  });

  test("refuses two events, and two readers of standard input", async () => {
    const both = await explain(["--http", "-", "--event", "DIR/push.event.json5"]);
    expect(both).toMatchObject({
      exitCode: 2,
      error: { error: "--event cannot be combined with --http: both define the event." },
    });
    const twice = await explain(["--http", "-", "--payload", "-"]);
    expect(twice.error?.error).toBe("Standard input cannot be both the payload and the request.");
    const io = createTestIo();
    expect(await run(["explain", "-", "--name", "ci", "--payload", "-"], io)).toBe(2);
    expect(io.stderr.text()).toContain("cannot be both the config and the payload.");
  });
});
