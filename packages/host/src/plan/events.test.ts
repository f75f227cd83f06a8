import type { TextPart, WakeAction } from "@hookwright/core";
import { expect, test } from "vitest";
import type { EventRecord } from "../model/records.ts";
import { areEqualEvents, eventOfWake, takeEvents } from "./events.ts";

const outside: TextPart = { kind: "untrusted", text: "red", source: 'webhook "ci"' };

function wake(parts: readonly TextPart[], text: string): WakeAction {
  const untrustedText = parts
    .flatMap((part) => (part.kind === "untrusted" ? part.text : []))
    .join();
  return { kind: "wake", mode: "now", text, parts, untrustedText };
}

test("EVT-1 EVT-2 eventOfWake() makes one event of a wake, as data", () => {
  const event = { id: "e1", agentId: "main", at: 5 };
  expect(eventOfWake(wake([outside], "<fenced>"), { ...event, mappingId: "ci" })).toEqual({
    ...event,
    origin: "wake",
    mappingId: "ci",
    title: "Wake ci",
    parts: [outside],
    tainted: true,
  });
  const literal: TextPart = { kind: "trusted", text: "Deployed." };
  expect(eventOfWake(wake([literal], "Deployed."), event)).toEqual({
    ...event,
    origin: "wake",
    title: "Wake",
    parts: [literal],
    tainted: false,
  });
});

test("SEC-1 eventOfWake() keeps the text of a mapping with allowUnsafeExternalContent without a fence", () => {
  const event = eventOfWake(wake([outside], "red"), { id: "e1", agentId: "main", at: 5 });
  expect(event).toMatchObject({ parts: [{ kind: "trusted", text: "red" }], tainted: true });
});

test("EVT-4 areEqualEvents() compares origin, mapping and parts, and nothing else", () => {
  const event = eventOfWake(wake([outside], "<fence id 1>"), {
    ...{ id: "e1", agentId: "main", at: 5, mappingId: "ci" },
  });
  const later = { ...event, id: "e2", at: 9, runId: "r2", title: "x" };
  expect(areEqualEvents(event, later)).toBe(true);
  expect(areEqualEvents(event, { ...later, origin: "run" })).toBe(false);
  expect(areEqualEvents(event, { ...later, mappingId: "cd" })).toBe(false);
  const others: TextPart[][] = [
    [],
    [outside, outside],
    [{ kind: "trusted", text: "red" }],
    [{ ...outside, text: "green" }],
    [{ kind: "untrusted", text: "red", source: 'webhook "cd"' }],
  ];
  for (const parts of others) expect(areEqualEvents(event, { ...later, parts })).toBe(false);
});

const ofLength = (length: number): Pick<EventRecord, "title" | "parts"> => ({
  title: "",
  parts: [{ kind: "trusted", text: "x".repeat(length) }],
});

test("EVT-5 takeEvents() takes the oldest 20, and no more than 64 KiB", () => {
  const many = Array.from({ length: 30 }, (_, index) => ofLength(index));
  expect(takeEvents(many)).toEqual(many.slice(0, 20));
  const large = [ofLength(40_000), ofLength(25_536), ofLength(1)];
  expect(takeEvents(large)).toEqual(large.slice(0, 2));
  expect(takeEvents([ofLength(40_000), ofLength(25_537)])).toHaveLength(1);
  expect(takeEvents([])).toEqual([]);
});

test("EVT-5 takeEvents() takes one event that is larger than the limit by itself", () => {
  expect(takeEvents([ofLength(100_000), ofLength(1)])).toHaveLength(1);
});
