// A vendor whose options are known only when a program runs. Types only.
import type {
  AudienceOptions,
  BasicOptions,
  EmailOptions,
  PathOptions,
  PublicKeyOptions,
  SecretOptions,
  TokenOptions,
  TopicOptions,
  UrlOptions,
  VerifyTokenOptions,
} from "./options.ts";
import type { WebhookSender } from "./sender.ts";

/** A vendor of `allProviders`. */
export interface AnyProvider {
  /** Such as `github`. */
  readonly id: string;
  /** As the vendor writes it. */
  readonly name: string;
  /** The names of the options that are required, one list for each way in which the vendor proves itself. */
  readonly takes: readonly (readonly string[])[];
  /** What the vendor's own function does. A required option that is missing is a problem that `verify` reports. */
  readonly create: (options: AnyOptions) => WebhookSender;
}

type AnyOptions = Partial<
  SecretOptions &
    PublicKeyOptions &
    TokenOptions &
    BasicOptions &
    AudienceOptions &
    EmailOptions &
    TopicOptions &
    PathOptions &
    UrlOptions &
    VerifyTokenOptions
>;
