// Events that come again on signed routes: by a signed id, or by an id and the body.
import type { Case, CaseRequest } from "../case.ts";
import { hmacHex, SECRET } from "../sign.ts";
import { GITHUB, github, signed, UNAUTHORIZED } from "../signed.ts";

const REPLAYED = { "idempotent-replayed": "true" };
const NOW = 1_790_000_000;
const ACTION = '{"action":"opened"}';

async function delivery(id: string, body = ACTION): Promise<CaseRequest> {
  const request = await github(body);
  return { ...request, headers: [...(request.headers ?? []), ["X-GitHub-Delivery", id]] };
}

async function stripe(time: number, body: string): Promise<CaseRequest> {
  const header = `t=${time},v1=${await hmacHex(`${time}.${body}`)}`;
  return { target: "/hooks/signed", token: null, headers: [["Stripe-Signature", header]], body };
}

const STRIPE = {
  hooks: signed({ provider: "stripe", secret: SECRET }),
  options: { clock: () => NOW * 1_000 },
};

export const signedRepeatCases: readonly Case[] = [
  {
    name: "a signed event that comes again gets the first answer",
    hooks: GITHUB,
    before: { times: 2, request: await delivery("d-1") },
    request: await delivery("d-1"),
    expect: { status: 202, headers: REPLAYED, actions: [{}], record: { dedupe: "replayed" } },
  },
  {
    name: "a captured body under a fresh id is a repeat",
    hooks: GITHUB,
    before: { times: 1, request: await delivery("d-1") },
    request: await delivery("d-2"),
    expect: { status: 202, headers: REPLAYED, actions: [{}] },
  },
  {
    name: "another signed body under another id is another event",
    hooks: GITHUB,
    before: { times: 1, request: await delivery("d-1") },
    request: await delivery("d-2", '{"action":"closed"}'),
    expect: { status: 202, headers: { "idempotent-replayed": null }, actions: [{}, {}] },
  },
  {
    name: "an event that was signed anew, with a new time stamp, is a repeat",
    ...STRIPE,
    before: { times: 1, request: await stripe(NOW - 60, '{"id":"evt_1","action":"paid"}') },
    request: await stripe(NOW, '{"id":"evt_1","action":"paid"}'),
    contexts: [{ idempotencyKey: "evt_1", idempotencyTtlSeconds: 259_200 }],
    expect: { status: 202, headers: REPLAYED, actions: [{}] },
  },
  {
    name: "a request with a wrong signature claims nothing",
    hooks: GITHUB,
    before: {
      times: 1,
      request: { ...(await delivery("d-1", '{"action":"forged"}')), body: ACTION },
    },
    request: await delivery("d-1"),
    expect: { status: 202, headers: { "idempotent-replayed": null }, actions: [{}] },
  },
  {
    name: "a wrong signature gets no answer of the right one",
    hooks: GITHUB,
    before: { times: 1, request: await delivery("d-1") },
    request: { ...(await delivery("d-1")), headers: [["X-GitHub-Delivery", "d-1"]] },
    expect: { ...UNAUTHORIZED, actions: [{}] },
  },
];
