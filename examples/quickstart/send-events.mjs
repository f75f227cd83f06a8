// @ts-check
// The hooks of a running server → the four example events sent to them, and whether each answer is right.
import { readFileSync } from "node:fs";

/**
 * @typedef {object} Endpoint
 * @property {string} url includes the base path
 * @property {string} token
 *
 * @typedef {object} ExampleEvent
 * @property {string} title
 * @property {string} name the name of the hook, which follows the base path
 * @property {Readonly<Record<string, string>>} headers
 * @property {string} file
 * @property {number} status of the answer
 */

/** @type {readonly ExampleEvent[]} */
const EVENTS = [
  {
    title: "Wake: tell the main session something",
    name: "wake",
    headers: {},
    file: "wake.json",
    status: 200,
  },
  {
    title: "Agent: start a run of its own",
    name: "agent",
    headers: {},
    file: "agent.json",
    status: 202,
  },
  {
    title: "A mail, through the preset gmail. It tries to break out of the fence",
    name: "gmail",
    headers: {},
    file: "gmail.json",
    status: 202,
  },
  {
    title: "A push to GitHub, through a mapping",
    name: "github",
    headers: { "x-github-event": "push" },
    file: "github-push.json",
    status: 202,
  },
];

/**
 * @param {Endpoint} endpoint
 * @param {import("./show/create-screen.mjs").Screen} screen
 * @returns {Promise<boolean>}
 */
export async function sendEvents(endpoint, screen) {
  let isAsExpected = true;
  for (const [index, event] of EVENTS.entries()) {
    const body = readFileSync(new URL(`events/${event.file}`, import.meta.url), "utf8");
    screen.request({ ...event, number: index + 1, url: `${endpoint.url}/${event.name}`, body });
    const answer = await send(endpoint, event, body);
    isAsExpected &&= answer.status === event.status;
    screen.answer({ ...answer, expected: event.status });
  }
  return isAsExpected;
}

/**
 * @param {Endpoint} endpoint
 * @param {ExampleEvent} event
 * @param {string} body
 */
async function send({ url, token }, { name, headers }, body) {
  const response = await fetch(`${url}/${name}`, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${token}`, "content-type": "application/json" },
    body,
  });
  return { status: response.status, text: await response.text() };
}
