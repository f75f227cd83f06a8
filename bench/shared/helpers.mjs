// Calls of helpers, and functions by hand that give the same text; without one where it would be as long.
import { readdirSync, readFileSync } from "node:fs";

const items = Array.from({ length: 20 }, (_, index) => ({
  name: `item ${index}`,
  state: ["open", "closed", "held"][index % 3],
  price: index * 12.5,
}));

const MAILS = new URL("../../packages/template/test/mails/", import.meta.url);

function readMail() {
  const files = readdirSync(MAILS).filter((file) => file.endsWith(".mail"));
  return files.map((file) => readFileSync(new URL(file, MAILS), "utf8")).join("\n");
}

const DATE = new Date("2026-01-02T15:04:05.000Z");
const WEEKDAY = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "Europe/Berlin",
});
const MONEY = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });

/** @typedef {{ name: string, template: string, payload: any, byHand?: (payload: any) => string, turns?: number }} HelperCase */

/** @type {readonly HelperCase[]} */
export const HELPERS = [
  {
    name: "filter and each, 20 elements",
    template: '{{#each (filter items by="state" eq="open")}}{{name}};{{/each}}',
    payload: { items },
    byHand: (payload) =>
      payload.items
        .filter((/** @type {any} */ item) => item.state === "open")
        .map((/** @type {any} */ item) => `${item.name};`)
        .join(""),
  },
  {
    name: "sum, 20 elements",
    template: '{{sum items by="price"}}',
    payload: { items },
    byHand: ({ items: all }) =>
      String(
        all.reduce((/** @type {number} */ sum, /** @type {any} */ { price }) => sum + price, 0),
      ),
  },
  {
    name: "groupBy and each, 20 elements",
    template: '{{#each (groupBy items by="state")}}{{key}}: {{length items}};{{/each}}',
    payload: { items },
  },
  {
    name: "date of ISO",
    template: '{{date at "YYYY-MM-DD HH:mm"}}',
    payload: { at: DATE.toISOString() },
    byHand: ({ at }) => new Date(at).toISOString().slice(0, 16).replace("T", " "),
  },
  {
    name: "date of an RFC 2822 text, in a zone",
    template: '{{date at "ddd, D MMM YYYY" zone="Europe/Berlin"}}',
    payload: { at: "Fri, 2 Jan 2026 10:04:05 -0500" },
    byHand: ({ at }) => WEEKDAY.format(new Date(at)),
  },
  {
    name: "money",
    template: '{{money cents "USD"}}',
    payload: { cents: 123_456 },
    byHand: ({ cents }) => `${MONEY.format(cents / 100)} USD`,
  },
  {
    name: "percent",
    template: "{{percent part whole}}",
    payload: { part: 1, whole: 8 },
  },
  {
    name: "parseJson, 1.3 kB",
    template: "{{#with (parseJson text)}}{{items.7.name}}{{/with}}",
    payload: { text: JSON.stringify({ items }) },
    byHand: ({ text }) => JSON.parse(text).items[7].name,
  },
  {
    name: "matches",
    template: '{{#if (matches ref "^refs/(heads|tags)/release-\\d+")}}yes{{/if}}',
    payload: { ref: "refs/heads/release-2026" },
    byHand: ({ ref }) => (/^refs\/(heads|tags)\/release-\d+/.test(ref) ? "yes" : ""),
  },
  {
    name: "extract",
    template: '{{extract text "[A-Z]+-\\d+"}}',
    payload: { text: "Fix the cache of step 1 (OPS-417), again" },
    byHand: ({ text }) => /[A-Z]+-\d+/.exec(text)?.[0] ?? "",
  },
  {
    name: "stripHtml, ten mails of 10 kB",
    template: "{{stripHtml html}}",
    turns: 10,
    payload: { html: readMail() },
  },
  {
    name: "htmlToText, ten mails of 10 kB",
    template: "{{htmlToText html}}",
    turns: 10,
    payload: { html: readMail() },
  },
];
