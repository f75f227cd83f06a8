// The state that the servers share: time, random numbers, settings and the state of each.
import type { FakeClock } from "./clock.ts";
import { createMailbox, type Mailbox } from "./gmail/mailbox.ts";
import { createOauthState, type OauthState } from "./oauth/state.ts";
import { createPubsubState, type PubsubState } from "./pubsub/state.ts";
import { createRandom, type Random } from "./random.ts";
import type { FakeSettings } from "./settings.ts";

export interface World {
  readonly clock: FakeClock;
  readonly random: Random;
  readonly settings: FakeSettings;
  readonly mailbox: Mailbox;
  readonly oauth: OauthState;
  readonly pubsub: PubsubState;
  /** Aborted when the servers close. */
  readonly closed: AbortSignal;
}

interface WorldParts {
  readonly clock: FakeClock;
  readonly seed: number;
  readonly settings: FakeSettings;
  readonly closed: AbortSignal;
}

export function createWorld({ clock, seed, settings, closed }: WorldParts): World {
  return {
    clock,
    random: createRandom(seed),
    settings,
    mailbox: createMailbox(),
    oauth: createOauthState(),
    pubsub: createPubsubState(),
    closed,
  };
}
