// Vendors as which send cannot sign, because their keys are fetched from them → why, and what to do instead.

/** Why a vendor cannot be imitated. */
export interface Unsendable {
  /** Without a full stop. */
  readonly reason: string;
  /** The vendor's own command, by which the vendor sends an event. */
  readonly instead: string;
}

/** The vendors whose private key nobody else has, by id. */
export const UNSENDABLE: ReadonlyMap<string, Unsendable> = new Map([
  [
    "pubsub",
    {
      reason: "Google alone has the private key",
      instead: "gcloud pubsub topics publish TOPIC --message TEXT",
    },
  ],
  [
    "sns",
    {
      reason: "Amazon alone has the private key",
      instead: "aws sns publish --topic-arn ARN --message TEXT",
    },
  ],
]);
