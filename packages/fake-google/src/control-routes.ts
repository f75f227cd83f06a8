// The test API over HTTP, for other processes: a name and arguments as JSON → the result as JSON.
//
// `POST /_control/gmail/deliver` with `{"subject":"Hi"}` or `[{"subject":"Hi"}]`; `POST /_control/settings` with what
// changes; `GET /_control/requests?from=10`.
import type { FakeClock } from "./clock.ts";
import type { GmailApi } from "./gmail/api.ts";
import { type FakeAnswer, ok } from "./http/answer.ts";
import type { Fault, FaultMatcher } from "./http/faults.ts";
import type { FakeRequest, Route } from "./http/route.ts";
import type { LoggedRequest } from "./http/serve.ts";
import type { OauthApi } from "./oauth/api.ts";
import type { PubsubApi } from "./pubsub/api.ts";
import type { FakeSettings } from "./settings.ts";

interface Controls {
  readonly gmail: GmailApi;
  readonly pubsub: PubsubApi;
  readonly oauth: OauthApi;
  readonly clock: FakeClock;
  readonly settings: FakeSettings;
  readonly requests: readonly LoggedRequest[];
  readonly failNext: (matcher: FaultMatcher, fault: Fault) => void;
}

export function controlRoutes(controls: Controls): readonly Route[] {
  const { gmail, pubsub, oauth, clock, settings, requests, failNext } = controls;
  const groups = new Map(Object.entries({ gmail, pubsub, oauth, clock, faults: { failNext } }));
  const answerCall = ({ params, text }: FakeRequest): FakeAnswer => {
    const group = groups.get(params["group"] ?? "") ?? {};
    const call = new Map<string, unknown>(Object.entries(group)).get(params["name"] ?? "");
    if (typeof call !== "function") return { status: 404, body: { error: "unknown control" } };
    const given: unknown = text === "" ? [] : JSON.parse(text);
    const result: unknown = call(...(Array.isArray(given) ? given : [given]));
    return result === undefined ? { status: 204 } : ok(result);
  };
  const service = "control";
  const path = /^\/_control\/(?<group>\w+)\/(?<name>\w+)$/;
  return [
    { service, method: "GET", path, answer: answerCall },
    { service, method: "POST", path, answer: answerCall },
    {
      service,
      method: "POST",
      path: /^\/_control\/settings$/,
      answer: ({ text }) => ok(Object.assign(settings, JSON.parse(text))),
    },
    {
      service,
      method: "GET",
      path: /^\/_control\/requests$/,
      answer: ({ query }) => ok(requests.slice(Number(query.get("from") ?? 0))),
    },
  ];
}
