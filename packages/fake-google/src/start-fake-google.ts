// Options → Gmail, Pub/Sub, and the login and token service as one local server, and what tests do to each.
import { createClock, type FakeClock } from "./clock.ts";
import { controlRoutes } from "./control/routes.ts";
import { createGmailApi, type GmailApi } from "./gmail/api.ts";
import { gmailRoutes } from "./gmail/routes.ts";
import { type Fault, type FaultMatcher, type PlannedFault, planFault } from "./http/faults.ts";
import { type LoggedRequest, serve } from "./http/serve.ts";
import { createOauthApi, type OauthApi } from "./oauth/api.ts";
import { oauthRoutes } from "./oauth/routes.ts";
import { createPubsubApi, type PubsubApi } from "./pubsub/api.ts";
import { pubsubRoutes } from "./pubsub/routes.ts";
import { DEFAULT_SETTINGS, type FakeSettings } from "./settings.ts";
import { createWorld } from "./world.ts";

export interface FakeGoogleOptions extends Partial<FakeSettings> {
  /** Default 0: any free port of 127.0.0.1. */
  readonly port?: number;
  /** How many times as fast as real time the servers live; default 1. */
  readonly speed?: number;
  /** Of gaps in the history, ids and delays. */
  readonly seed?: number;
}

export interface FakeGoogle {
  /** One address for all services: their paths differ. */
  readonly url: string;
  /** What leads our commands here. */
  readonly environment: Readonly<Record<string, string>>;
  readonly gmail: GmailApi;
  readonly pubsub: PubsubApi;
  readonly oauth: OauthApi;
  readonly clock: FakeClock;
  /** May be changed at any time. */
  readonly settings: FakeSettings;
  /** Every request in the order in which it came, with headers and body. */
  readonly requests: LoggedRequest[];
  /** The next requests that fit fail so. */
  readonly failNext: (matcher: FaultMatcher, fault: Fault) => void;
  readonly close: () => Promise<void>;
}

export async function startFakeGoogle(options: FakeGoogleOptions = {}): Promise<FakeGoogle> {
  const { port = 0, speed = 1, seed = 1, ...changes } = options;
  const clock = createClock(speed);
  const settings: FakeSettings = { ...DEFAULT_SETTINGS, ...changes };
  const closed = new AbortController();
  const world = createWorld({ clock, seed, settings, closed: closed.signal });
  const requests: LoggedRequest[] = [];
  const faults: PlannedFault[] = [];
  const controls = {
    gmail: createGmailApi(world),
    pubsub: createPubsubApi(world),
    oauth: createOauthApi(world),
    clock,
    settings,
    requests,
    failNext: (matcher: FaultMatcher, fault: Fault): void => {
      faults.push(planFault(matcher, fault));
    },
  };
  const routes = [
    ...gmailRoutes(world),
    ...pubsubRoutes(world),
    ...oauthRoutes(world),
    ...controlRoutes(controls),
  ];
  const { url, close } = await serve({ port, clock, routes, faults, log: requests, closed });
  return {
    ...controls,
    url,
    environment: {
      HOOKWRIGHT_GMAIL_URL: url,
      HOOKWRIGHT_PUBSUB_URL: url,
      HOOKWRIGHT_OAUTH_URL: url,
      HOOKWRIGHT_KEYS_URL: `${url}/oauth2/v3/certs`,
    },
    close,
  };
}
