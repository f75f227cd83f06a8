// Vendors that sign inside of their message, and the options of a caller → a sender.
import type { AuthProblem } from "../auth-plan.ts";
import { linkAdyen, linkMailgun, linkSns } from "../serving/link/link-message.ts";
import { SNS_TOPIC } from "../serving/message/verify-sns.ts";
import type { SecretOptions, TopicOptions } from "./options.ts";
import { runtimeKeys } from "./runtime-keys.ts";
import {
  commonPlan,
  createSender,
  planSecrets,
  type SenderRow,
  type WebhookSender,
} from "./sender.ts";

/** A vendor that signs fields of its message: its rules, with what planning fills in. */
interface MessageRow extends SenderRow {
  readonly toleranceSeconds: number;
}

export function mailgunSender(row: MessageRow, options: SecretOptions): WebhookSender {
  const { toleranceSeconds = row.toleranceSeconds } = options;
  const secrets = planSecrets("secret", options.secret);
  return createSender({
    plan: {
      ...commonPlan(row, {}),
      kind: "message",
      message: "mailgun",
      secrets,
      toleranceSeconds,
    },
    link: linkMailgun,
  });
}

export function adyenSender(row: SenderRow, options: SecretOptions): WebhookSender {
  const secrets = planSecrets("secret", options.secret);
  return createSender({
    plan: { ...commonPlan(row, {}), kind: "message", message: "adyen", secrets },
    link: linkAdyen,
  });
}

export function snsSender(row: MessageRow, options: TopicOptions): WebhookSender {
  const {
    topics = [],
    signatureVersion = 2,
    confirm: confirms = false,
    toleranceSeconds = row.toleranceSeconds,
  } = options;
  return createSender({
    plan: {
      ...commonPlan(row, {}),
      kind: "message",
      message: "sns",
      topics,
      signatureVersion,
      toleranceSeconds,
      confirms,
    },
    link: linkSns,
    problems: checkTopics(topics),
    keys: runtimeKeys,
  });
}

function checkTopics(topics: readonly string[]): readonly AuthProblem[] {
  if (topics.length > 0 && topics.every((topic) => SNS_TOPIC.test(topic))) return [];
  const message = "topics must be ARNs of topics: any AWS account can send messages of its own.";
  const hint = 'Pass topics: ["arn:aws:sns:eu-central-1:123456789012:name"].';
  return [{ code: "auth_incomplete", severity: "error", at: ["topics"], message, hint }];
}
