// @ts-check
// The event that the rows of docs/coming-from.md read.

/**
 * `original` is a template of the other engine, `ours` says the same here, and `text` is what it renders of the
 * sample.
 *
 * @typedef {{ readonly original: string, readonly ours: string, readonly text: string }} Row
 */

/** @typedef {{ readonly title: string, readonly rows: readonly Row[], readonly notes: readonly string[] }} Engine */

export const SAMPLE = {
  path: "shop",
  headers: { "x-event": "order.paid" },
  query: { team: "ops" },
  receivedAt: Date.parse("2026-01-02T03:04:05Z"),
  payload: {
    title: "Order 1042 is paid",
    state: "open",
    draft: false,
    approved: true,
    total: 19.5,
    createdAt: "2026-01-01T09:30:00Z",
    user: { name: "Ann", "first name": "Ann" },
    labels: ["new", "paid"],
    items: [
      { id: "a1", state: "open" },
      { id: "b2", state: "sent" },
    ],
    body: "<p>Hi <b>Ann</b></p>",
  },
};
