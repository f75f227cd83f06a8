// Amazon SNS.
import type { Provider, Unsendable, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "sns",
  name: "Amazon SNS",
  aliases: ["aws-sns", "amazon-sns", "aws"],
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
};

export const page: VendorPage = {
  config: ['topics: ["arn:aws:sns:eu-west-1:123456789012:alarms"]'],
};

export const cannotSend: Unsendable = {
  reason: "Amazon alone has the private key",
  instead: "aws sns publish --topic-arn ARN --message TEXT",
};
