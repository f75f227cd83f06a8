// Times for people: date, ago, duration.
import { COST } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";
import type {
  CallLiterals,
  HelperCall,
  HelperHash,
  LiteralArgument,
  LiteralProblem,
  ValueHelper,
} from "../render/helper.ts";
import { readRoot } from "../render/scope.ts";
import { textFromScalar, textFromValue } from "../render/text-from-value.ts";
import { checkWhole, isTruthy, textFromArgument, wholeNumberWithin } from "./arguments.ts";
import { exactFromValue, textFromExact } from "./decimal.ts";
import { defineHelpers } from "./define-helpers.ts";
import {
  createZone,
  DATE_TOKENS,
  dateOptionsFromHash,
  instantFromValue,
  isUnsetDate,
  type LocalTime,
  type Zone,
} from "./instants.ts";

/** Alphabetical order is chronological order, and readers of all countries understand it. */
const DEFAULT_PATTERN = "YYYY-MM-DD HH:mm";

/** The zone of the machine would give other texts on other machines. */
const DEFAULT_ZONE = "UTC";

export const timeHelpers: readonly ValueHelper[] = defineHelpers({
  /**
   * `{{date value "pattern" zone="UTC" dayFirst=true keep=true}}`: a point in time, written by the pattern in
   * the zone.
   *
   * It reads ISO 8601, seconds or milliseconds since 1970 (below 100,000,000,000 they are seconds), and what
   * mail, Go, JavaScript and other programs write, such as `Fri, 1 Aug 2014 16:45:32 -04:00`, `2024/08/14
   * 21:28:56 GMT`, `9/30/2018 7:04 PM` or `April 17, 2025 at 3:04 PM`; without a zone it is UTC. Slashes
   * separate month, day and year; with `dayFirst=true` day, month and year.
   *
   * The default pattern is `YYYY-MM-DD HH:mm`. Tokens are `YYYY YY` year, `MMMM MMM MM M` month, `DD D` day,
   * `dddd ddd` weekday, `HH H hh h` hour, `A a` am or pm, `mm m` minute, `ss s` second, `SSS` millisecond, `Z
   * ZZ` offset. Put other letters in brackets, except for a single `T`. The zone is an IANA name such as
   * `Europe/Berlin`, or an offset such as `+02:00`.
   *
   * A value that is not a date renders as an empty string, or with `keep=true` as it came. `0001-01-01`, which
   * programs write for no date, is always empty.
   *
   * @example
   * {"created_at": "2026-07-04T16:05:09Z", "epoch": 1751645109}
   * {{date created_at}} | {{date created_at "YYYY-MM-DD"}} | {{date created_at "ddd D MMM YYYY, h:mm a" zone="Europe/Berlin"}} | {{date epoch "YYYY-MM-DDTHH:mm:ssZ"}}
   * → 2026-07-04 16:05 | 2026-07-04 | Sat 4 Jul 2026, 6:05 pm | 2025-07-04T16:05:09+00:00
   *
   * @example
   * {"built": "9/10/2018 7:04 PM", "due": "soon", "ended": "0001-01-01T00:00:00Z"}
   * {{date built}} | {{date built dayFirst=true}} | {{date due keep=true}} | {{date ended keep=true}}
   * → 2018-09-10 19:04 | 2018-10-09 19:04 | soon |
   */
  date: {
    arity: [1, 2],
    hash: ["zone", "dayFirst", "keep"],
    call: createCall(),
    prepare: prepareDate,
  },

  /**
   * `{{ago value dayFirst=true}}`: how long before the time of receipt a date was, in the largest unit that
   * fits, rounded down.
   *
   * It reads dates as `date` does. Less than a minute is "just now"; a month has 30 days and a year 365.
   *
   * @example
   * {"at": "2026-01-02T03:01:00Z", "due": "2026-01-04T03:04:06Z", "sent": "2026-01-02T03:04:05Z"}
   * {{ago at}}, {{ago due}}, {{ago sent}}
   * → 3 minutes ago, in 2 days, just now
   */
  ago: {
    arity: [1, 1],
    hash: ["dayFirst"],
    call: ([value], hash, { run: { scope } }) => {
      const instant = instantFromValue(value, dateOptionsFromHash(hash));
      const now = instantFromValue(readRoot(scope, "now"));
      if (instant === undefined || now === undefined) return "";
      return describeDistance((now - instant) / 1000);
    },
  },

  /**
   * `{{duration seconds parts=2}}`: a number of seconds, or the span between two dates, in its largest units:
   * days, hours, minutes, seconds.
   *
   * `parts`, from 1 to 4, is the number of units, by default 2. Smaller units are left out and not rounded; a
   * span below a minute has up to three digits after the point. It reads dates as `date` does.
   *
   * @example
   * {"seconds": 93784, "build": 42.5, "ms": 125000}
   * {{duration seconds}}; {{duration seconds parts=4}}; {{duration build}}; {{duration (divide ms 1000)}}
   * → 1 d 2 h; 1 d 2 h 3 min 4 s; 42.5 s; 2 min 5 s
   *
   * @example
   * {"started": "2026-01-02T03:00:00Z", "finished": "2026-01-02T04:05:09Z"}
   * {{duration started finished}}
   * → 1 h 5 min
   */
  duration: {
    arity: [1, 2],
    hash: ["parts", "dayFirst"],
    call: (args, hash, frame) => {
      const milliseconds = millisecondsFrom(args, hash, frame);
      if (milliseconds === undefined) return "";
      const isNegative = milliseconds < 0n;
      const text = writeSpan(
        isNegative ? -milliseconds : milliseconds,
        partsFromValue(hash["parts"]),
      );
      return isNegative ? `-${text}` : text;
    },
    prepare: ({ hash: { parts } }) =>
      checkWhole(parts, [1, DURATION_UNITS.length], "parts that are"),
  },
});

/** With the arguments that the template gives as literals, compiled. */
function createCall(format?: DateFormat, zone?: Zone): HelperCall {
  return ([value, pattern], hash, frame) => {
    frame.run.budget.spend(COST.dates);
    const instant = instantFromValue(value, dateOptionsFromHash(hash));
    const written = format ?? formatFromValue(pattern, frame);
    if (written === undefined) return "";
    if (instant === undefined) return isTruthy(hash["keep"]) ? asItCame(value, frame) : "";
    const offset = (zone ?? zoneFromValue(hash["zone"], frame))?.(instant);
    if (offset === undefined) return "";
    const clock = new Date(instant + offset * 1000);
    return Number.isNaN(clock.getTime()) ? "" : written({ clock, offset });
  };
}

function asItCame(value: unknown, frame: Frame): string {
  return isUnsetDate(value) ? "" : textFromArgument(value, frame);
}

function formatFromValue(value: unknown, { run: { budget } }: Frame): DateFormat | undefined {
  const written = textFromValue(value, budget) || DEFAULT_PATTERN;
  budget.spend(written.length * COST.codedCharacters);
  const pattern = compileDatePattern(written);
  return pattern.ok ? pattern.format : undefined;
}

function zoneFromValue(value: unknown, { run: { budget } }: Frame): Zone | undefined {
  const name = textFromValue(value, budget) || DEFAULT_ZONE;
  budget.spend(COST.zones);
  return createZone(name);
}

function prepareDate({ args, hash }: CallLiterals): HelperCall | LiteralProblem {
  const pattern = preparePattern(args);
  if (pattern?.ok === false) return { problem: pattern.problem, hint: pattern.hint };
  const zone = prepareZone(hash);
  if (zone === "unknown") {
    const hint = 'Write a name such as "Europe/Berlin", or an offset such as "+02:00".';
    return { problem: "takes a time zone that exists", hint };
  }
  return createCall(pattern?.format, zone);
}

function preparePattern([, ...rest]: readonly LiteralArgument[]) {
  if (rest.length === 0) return compileDatePattern(DEFAULT_PATTERN);
  const [literal] = rest;
  return literal && compileDatePattern(textFromScalar(literal.value) || DEFAULT_PATTERN);
}

function prepareZone(hash: CallLiterals["hash"]): Zone | "unknown" | undefined {
  if (!Object.hasOwn(hash, "zone")) return createZone(DEFAULT_ZONE);
  const literal = hash["zone"];
  return literal && (createZone(textFromScalar(literal.value) || DEFAULT_ZONE) ?? "unknown");
}

type DateFormat = (time: LocalTime) => string;

type CompileDatePatternResult =
  | { readonly ok: true; readonly format: DateFormat }
  | { readonly ok: false; readonly problem: string; readonly hint?: string };

/** A pattern may come from a payload, and a token renders up to nine times its own length. */
const MAX_PATTERN_LENGTH = 200;

/** Text in brackets, a run of one letter, or anything else. */
const PIECE = /\[([^\]]*)\]|([A-Za-z])\2*|[^A-Za-z]/g;

/** A pattern such as "YYYY-MM-DD [at] HH:mm" → a function that writes a date, or what is wrong with it. */
export function compileDatePattern(pattern: string): CompileDatePatternResult {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return { ok: false, problem: `takes a pattern of at most ${MAX_PATTERN_LENGTH} characters` };
  }
  const writers: DateFormat[] = [];
  for (const [piece, bracketed, letter] of pattern.matchAll(PIECE)) {
    const token = DATE_TOKENS.get(piece);
    // ISO 8601 writes a "T" between date and time: a single one needs no brackets.
    if (token === undefined && letter !== undefined && piece !== "T") {
      const problem = `has "${piece}" in its pattern, which is not a token`;
      return { ok: false, problem, hint: hintToken(piece) };
    }
    writers.push(token ?? (() => bracketed ?? piece));
  }
  return { ok: true, format: (time) => writers.map((write) => write(time)).join("") };
}

/** Authors know the tokens of other libraries, such as `yyyy` and `dd`. */
function hintToken(piece: string): string {
  const text = `Write text in brackets: "[${piece}]".`;
  const meant = [piece.toUpperCase(), piece.toLowerCase()].find((one) => DATE_TOKENS.has(one));
  if (meant !== undefined) return `The token is "${meant}". ${text}`;
  return `${text} Tokens are YYYY, MM, DD, HH, mm, ss and others.`;
}

/** Longest first. A month counts 30 days and a year 365. */
const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

function describeDistance(seconds: number): string {
  const distance = Math.abs(seconds);
  const unit = UNITS.find(([, size]) => distance >= size);
  if (unit === undefined) return "just now";
  const [name, size] = unit;
  const count = Math.floor(distance / size);
  const span = `${count} ${name}${count === 1 ? "" : "s"}`;
  return seconds < 0 ? `in ${span}` : `${span} ago`;
}

/** Longest first, in seconds. Months and years have no fixed length. */
const DURATION_UNITS: readonly (readonly [name: string, seconds: bigint])[] = [
  ["d", 86_400n],
  ["h", 3_600n],
  ["min", 60n],
  ["s", 1n],
];

/** Two are as exact as a reader needs: with days, seconds do not matter. */
const DEFAULT_PARTS = 2;

function partsFromValue(value: unknown): number {
  return wholeNumberWithin(value, 1, DURATION_UNITS.length) ?? DEFAULT_PARTS;
}

function millisecondsFrom(
  args: readonly unknown[],
  hash: HelperHash,
  frame: Frame,
): bigint | undefined {
  const [from, to] = args;
  if (args.length === 1) {
    const seconds = exactFromValue(from, frame);
    return seconds && (seconds.units * 1000n) / 10n ** BigInt(seconds.scale);
  }
  const options = dateOptionsFromHash(hash);
  const start = instantFromValue(from, options);
  const end = instantFromValue(to, options);
  return start === undefined || end === undefined ? undefined : BigInt(end - start);
}

function writeSpan(milliseconds: bigint, parts: number): string {
  const seconds = milliseconds / 1000n;
  if (seconds < 60n) return `${textFromExact({ units: milliseconds, scale: 3 })} s`;
  const largest = DURATION_UNITS.findIndex(([, size]) => seconds >= size);
  const shown: string[] = [];
  let rest = seconds;
  for (const [name, size] of DURATION_UNITS.slice(largest, largest + parts)) {
    const count = rest / size;
    rest %= size;
    if (count > 0n) shown.push(`${count} ${name}`);
  }
  return shown.join(" ");
}
