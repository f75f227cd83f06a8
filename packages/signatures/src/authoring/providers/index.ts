// All vendors by their id.

import { BODY_HMAC_PROVIDERS } from "./body-hmac.ts";
import { MESSAGE_HMAC_PROVIDERS } from "./body-hmac-messages.ts";
import { JWT_PROVIDERS } from "./jwt.ts";
import { MESSAGE_PROVIDERS } from "./messages.ts";
import { PAYMENT_PROVIDERS } from "./payments.ts";
import type { Provider } from "./provider.ts";
import { PUBLIC_KEY_PROVIDERS } from "./public-key.ts";
import { STANDARD_WEBHOOKS_PROVIDERS } from "./standard-webhooks.ts";
import { TIMED_HMAC_PROVIDERS } from "./timed-hmac.ts";
import { TOKEN_PROVIDERS } from "./tokens.ts";
import { URL_HMAC_PROVIDERS } from "./url-hmac.ts";

/**
 * Every vendor that a mapping's `auth.provider` may name, as data.
 *
 * @example
 * ```ts
 * const { signatures } = PROVIDERS.find(({ id }) => id === "stripe");
 * // [{ scheme: "hmac", algorithm: "sha256", signed: "{timestamp}.{body}", … }]
 * ```
 */
export const PROVIDERS: readonly Provider[] = [
  ...STANDARD_WEBHOOKS_PROVIDERS,
  ...PAYMENT_PROVIDERS,
  ...BODY_HMAC_PROVIDERS,
  ...MESSAGE_HMAC_PROVIDERS,
  ...TIMED_HMAC_PROVIDERS,
  ...URL_HMAC_PROVIDERS,
  ...PUBLIC_KEY_PROVIDERS,
  ...JWT_PROVIDERS,
  ...MESSAGE_PROVIDERS,
  ...TOKEN_PROVIDERS,
];
