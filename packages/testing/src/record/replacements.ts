// Why values are replaced, as data: the rule in the files, and what each reason means.

/** In the order of reports. */
export const REPLACEMENT_REASONS = {
  "known-secret": { rule: "R4", means: "secrets of the config or the environment" },
  "secret-key": { rule: "R4", means: "secrets by the name of their key" },
  "secret-shape": {
    rule: "R4",
    means: "tokens, cards, accounts and credentials in URLs by their shape",
  },
  "random-text": { rule: "R4", means: "long random texts, which may be secrets" },
  "person-key": { rule: "R5", means: "people by the name of the key" },
  "person-shape": { rule: "R5", means: "mail addresses, phones and IP addresses by their shape" },
  "free-text": { rule: "R5", means: "long free texts" },
  named: { rule: "R7", means: "paths that --redact names" },
} as const;

/** Why a value was replaced. */
export type ReplacementReason = keyof typeof REPLACEMENT_REASONS;

/** The number of replaced values of an event, by reason. */
export type ReplacementCounts = Readonly<Partial<Record<ReplacementReason, number>>>;
