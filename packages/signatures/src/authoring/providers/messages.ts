// Vendors that sign inside of their message. What is signed is never the whole of it.
import type { Provider } from "./provider.ts";

export const MESSAGE_PROVIDERS: readonly Provider[] = [
  {
    id: "mailgun",
    name: "Mailgun",
    docs: "https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks",
    message: "mailgun",
    // Events are JSON; routes post forms, and those of mails with attachments have files.
    body: ["json", "form", "multipart"],
    delivery: {
      id: { json: "signature.token" },
      idSigned: true,
      bodyBound: false,
      acknowledge: 200,
      retries:
        "200 ends a delivery, and so does 406; after any other answer it tries again for 8 hours: after 5, 10 and 15 minutes, and 1, 2 and 4 hours.",
      on4xx: "repeats",
    },
    secretFrom: "API security, HTTP webhook signing key.",
  },
  {
    id: "adyen",
    name: "Adyen",
    docs: "https://docs.adyen.com/development-resources/webhooks/verify-hmac-signatures",
    message: "adyen",
    delivery: {
      bodyBound: false,
      retries: "Tries again for 7 days. Wants `[accepted]` in the body of the answer.",
      on4xx: "repeats",
    },
    secretFrom: "Developers, Webhooks, the webhook, HMAC key: hexadecimal digits.",
  },
  {
    id: "sns",
    name: "Amazon SNS",
    otherIdHeader: "x-amz-sns-message-id",
    deliveryMark: { json: "TopicArn" },
    docs: "https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html",
    message: "sns",
    delivery: {
      id: { json: "MessageId" },
      idSigned: true,
      retries: "Waits 15 s; tries about 50 times, or as the delivery policy says.",
    },
    secretFrom: "No secret: the ARN of the topic.",
  },
];
