// How new mail is noticed.

/**
 * `pull`: notifications are fetched from Pub/Sub. `push`: Pub/Sub posts them to a route of ours.
 * `poll`: the mailbox is asked each minute, without Pub/Sub.
 */
export type GmailMode = "pull" | "push" | "poll";
