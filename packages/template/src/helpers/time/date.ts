// {{date value "pattern"}}: a point in time as text.
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import type {
  CallLiterals,
  HelperCall,
  LiteralArgument,
  PrepareResult,
  ValueHelper,
} from "../../render/helper.ts";
import { textFromScalar, textFromValue } from "../../render/text-from-value.ts";
import { isTruthy } from "../arguments/is-truthy.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { compileDatePattern, type DateFormat } from "./compile-date-pattern.ts";
import { createZone, type Zone } from "./create-zone.ts";
import { dateOptionsFromHash, instantFromValue, isUnsetDate } from "./instant-from-value.ts";

/** Alphabetical order is chronological order, and readers of all countries understand it. */
const DEFAULT_PATTERN = "YYYY-MM-DD HH:mm";

/** The zone of the machine would give other texts on other machines. */
const DEFAULT_ZONE = "UTC";

/**
 * `{{date value "pattern" zone="UTC" dayFirst=true keep=true}}`: a point in time, written by the
 * pattern in the zone.
 *
 * The value is ISO 8601 text, the seconds or milliseconds since 1970 (a number below 100,000,000,000
 * means seconds), or a date as mail, Go, JavaScript and other programs write it:
 * `Fri, 1 Aug 2014 16:45:32 -04:00`, `2025-02-15 14:59:03 +0000 UTC`, `Sat Oct 26 23:20:39 UTC 2024`,
 * `2024/08/14 21:28:56 GMT`, `2024.08.14 21:28:56`, `9/30/2018 7:04 PM`, `April 17, 2025 at 3:04 PM`,
 * `20241026T232039Z`. Slashes separate month, day and year; with `dayFirst=true` day, month and
 * year. Without a zone it is UTC.
 *
 * A value that is not a date renders as an empty string; with `keep=true`, as it came. The date that
 * programs write for none, `0001-01-01`, is always empty.
 *
 * The default pattern is `YYYY-MM-DD HH:mm`. The tokens are
 * `YYYY YY` year, `MMMM MMM MM M` month, `DD D` day, `dddd ddd` weekday, `HH H hh h` hour, `A a` am
 * or pm, `mm m` minute, `ss s` second, `SSS` millisecond, `Z ZZ` offset. Put other letters in
 * brackets; only a single `T` needs none. Names are English. The zone is an IANA name such as
 * `Europe/Berlin`, or an offset such as `+02:00`.
 *
 * @example
 * {"at": "2026-07-04T16:05:09Z", "epoch": 1751645109}
 * {{date at}} | {{date at "ddd D MMM YYYY, h:mm a" zone="Europe/Berlin"}} | {{date epoch "YYYY-MM-DDTHH:mm:ssZ"}}
 * → 2026-07-04 16:05 | Sat 4 Jul 2026, 6:05 pm | 2025-07-04T16:05:09+00:00
 *
 * @example
 * {"built": "9/10/2018 7:04 PM", "due": "soon", "ended": "0001-01-01T00:00:00Z"}
 * {{date built}} | {{date built dayFirst=true}} | {{date due keep=true}} | {{date ended keep=true}}
 * → 2018-09-10 19:04 | 2018-10-09 19:04 | soon |
 */
export const dateHelper: ValueHelper = {
  kind: "value",
  name: "date",
  arity: [1, 2],
  hash: ["zone", "dayFirst", "keep"],
  call: createCall({}),
  prepare: prepareDate,
};

/** The arguments that the template gives as literals, compiled. */
interface CompiledLiterals {
  readonly format?: DateFormat;
  readonly zone?: Zone;
}

function createCall({ format, zone }: CompiledLiterals): HelperCall {
  return ([value, pattern], hash, frame) => {
    frame.budget.spend(COST.dates);
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

function formatFromValue(value: unknown, { budget }: Frame): DateFormat | undefined {
  const written = textFromValue(value, budget) || DEFAULT_PATTERN;
  budget.spend(written.length * COST.codedCharacters);
  const pattern = compileDatePattern(written);
  return pattern.ok ? pattern.format : undefined;
}

function zoneFromValue(value: unknown, { budget }: Frame): Zone | undefined {
  const name = textFromValue(value, budget) || DEFAULT_ZONE;
  budget.spend(COST.zones);
  return createZone(name);
}

function prepareDate({ args, hash }: CallLiterals): PrepareResult {
  const pattern = preparePattern(args);
  if (pattern?.ok === false) return pattern;
  const zone = prepareZone(hash);
  if (zone === "unknown") {
    const hint = 'Write a name such as "Europe/Berlin", or an offset such as "+02:00".';
    return { ok: false, problem: "takes a time zone that exists", hint };
  }
  const literals = { ...(pattern && { format: pattern.format }), ...(zone && { zone }) };
  return { ok: true, call: createCall(literals) };
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
