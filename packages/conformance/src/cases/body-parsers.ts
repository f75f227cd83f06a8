// Bodies that a parser has read before the hooks: the same limit applies.
import type { Case, Parser } from "../case.ts";

const TARGET = "/hooks/whole";
const LIMIT = 2_000;

function jsonOf(length: number): string {
  return `{"a":"${"x".repeat(length - 8)}"}`;
}

const PARSERS: readonly Parser[] = ["json", "text", "bytes", "json and raw body"];

function behindParser(behind: Parser): readonly Case[] {
  return [
    {
      name: `a body of exactly the limit is accepted behind a parser that leaves ${behind}`,
      behind,
      request: { target: TARGET, body: jsonOf(LIMIT), chunked: 500 },
      expect: { status: 202, actions: [{ parts: [{ text: jsonOf(LIMIT) }] }] },
    },
    {
      name: `chunks beyond the limit are a 413 behind a parser that leaves ${behind}`,
      behind,
      request: { target: TARGET, body: jsonOf(LIMIT + 1), chunked: 500 },
      expect: { status: 413, code: "payload_too_large" },
    },
    {
      name: `a declared length beyond the limit is a 413 behind a parser that leaves ${behind}`,
      behind,
      request: { target: TARGET, body: jsonOf(LIMIT + 1) },
      expect: { status: 413, code: "payload_too_large" },
    },
  ];
}

export const bodyParserCases: readonly Case[] = PARSERS.flatMap(behindParser);
