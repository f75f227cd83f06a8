// Vendors that send a secret text: the place of their token, and the options of a caller → a sender.
import type { TokenLocation } from "../model.ts";
import { linkToken } from "../serving/link/link-token.ts";
import type { BasicOptions, TokenOptions } from "./options.ts";
import {
  commonPlan,
  createSender,
  planSecrets,
  type SenderRow,
  type WebhookSender,
} from "./sender.ts";

/** A vendor that sends a token. */
interface TokenRow extends SenderRow {
  readonly place: TokenLocation;
}

interface CommonOptions {
  readonly publicUrl?: string;
  readonly verifyToken?: string;
}

export function tokenSender(row: TokenRow, options: TokenOptions & CommonOptions): WebhookSender {
  const { place } = row;
  const tokens = planSecrets("token", options.token);
  return createSender({
    plan: { ...commonPlan(row, options), kind: "token", place, tokens },
    link: linkToken,
  });
}

export function basicSender(row: TokenRow, options: BasicOptions & CommonOptions): WebhookSender {
  const { place } = row;
  const basic = {
    user: { at: ["user"], secret: options.user },
    password: { at: ["password"], secret: options.password },
  };
  return createSender({
    plan: { ...commonPlan(row, options), kind: "token", place, tokens: [], basic },
    link: linkToken,
  });
}
