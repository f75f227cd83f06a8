// The text of a search box → whether a mail fits. Only the terms that clients use; others are refused aloud.
import type { Mailbox, StoredMessage } from "./mailbox.ts";

export type SearchResult =
  | {
      readonly ok: true;
      readonly doesFit: (message: StoredMessage) => boolean;
      /** Whether spam and trash are searched, too. */
      readonly isAnywhere: boolean;
    }
  | { readonly ok: false; readonly problem: string };

interface Surroundings {
  readonly mailbox: Mailbox;
  readonly now: number;
}

type Rule = (message: StoredMessage) => boolean;

const UNITS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  d: 86_400_000,
  m: 30 * 86_400_000,
  y: 365 * 86_400_000,
};

export function compileSearch(text: string, surroundings: Surroundings): SearchResult {
  const rules: Rule[] = [];
  const terms = text.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  for (const term of terms) {
    const isNegated = term.startsWith("-");
    const rule = compileTerm(isNegated ? term.slice(1) : term, surroundings);
    if (rule === undefined) {
      return { ok: false, problem: `The local Google does not know the search term ${term}.` };
    }
    rules.push(isNegated ? (message) => !rule(message) : rule);
  }
  return {
    ok: true,
    doesFit: (message) => rules.every((rule) => rule(message)),
    isAnywhere: terms.some((term) => /^in:(?:anywhere|spam|trash)$/.test(term)),
  };
}

function compileTerm(term: string, { mailbox, now }: Surroundings): Rule | undefined {
  const colon = term.indexOf(":");
  const name = term.slice(0, Math.max(colon, 0));
  const value = term.slice(colon + 1).replace(/"/g, "");
  if (name === "") return ({ snippet, payload }) => contains([snippet, ...valuesOf(payload)], term);
  if (name === "in" || name === "label" || name === "is") return labelRule(value, mailbox);
  if (name === "after" || name === "before") return timeRule(name, value);
  if (name === "newer_than" || name === "older_than") return ageRule(name, value, now);
  if (name === "from" || name === "to" || name === "subject") {
    return ({ payload }) => contains(valuesOf(payload, name), value);
  }
  return undefined;
}

/** Names of labels have `-` for spaces here. */
function labelRule(value: string, { labels }: Mailbox): Rule {
  if (value === "anywhere") return () => true;
  const wanted = value.toLowerCase();
  const found = labels.find(({ id, name }) =>
    [id, name, name.replace(/[ /]/g, "-")].some((one) => one.toLowerCase() === wanted),
  );
  return (message) => found !== undefined && message.labels.includes(found.id);
}

/** A number is seconds since the epoch; a date begins at midnight, here in UTC. */
function timeRule(name: "after" | "before", value: string): Rule | undefined {
  const time = /^\d{5,}$/.test(value)
    ? Number(value) * 1_000
    : Date.parse(`${value.replaceAll("/", "-")}T00:00:00Z`);
  if (Number.isNaN(time)) return undefined;
  return ({ internalDate }) => (name === "after" ? internalDate >= time : internalDate < time);
}

function ageRule(name: string, value: string, now: number): Rule | undefined {
  const [, count, unit = ""] = /^(\d+)([hdmy])$/.exec(value) ?? [];
  if (count === undefined) return undefined;
  const time = now - Number(count) * (UNITS[unit] ?? 0);
  return ({ internalDate }) => (name === "newer_than" ? internalDate >= time : internalDate < time);
}

function valuesOf({ headers }: StoredMessage["payload"], header?: string): readonly string[] {
  return headers
    .filter(({ name }) => header === undefined || name.toLowerCase() === header)
    .map(({ value }) => value);
}

function contains(texts: readonly string[], wanted: string): boolean {
  const word = wanted.toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(word));
}
