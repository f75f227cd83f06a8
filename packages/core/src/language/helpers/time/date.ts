// {{date value "pattern"}}: a point in time as text.
import { textFromValue } from "../../../data/text-from-value.ts";
import type { Frame } from "../../render/frame.ts";
import type {
  CallLiterals,
  HelperCall,
  LiteralArgument,
  Preparation,
  ValueHelper,
} from "../../render/helper.ts";
import { compileDatePattern, type DateFormat } from "./compile-date-pattern.ts";
import { createZone, type Zone } from "./create-zone.ts";
import { instantFromValue } from "./instant-from-value.ts";

/** Sorts as it reads, and is understood everywhere. */
const DEFAULT_PATTERN = "YYYY-MM-DD HH:mm";

/** The one zone that is the same for the sender and for every reader. */
const DEFAULT_ZONE = "UTC";

/**
 * `{{date value "pattern" zone="UTC"}}`: a point in time, written by the pattern in the zone.
 *
 * The value is ISO 8601 text (UTC where it names no zone), a date as in the headers of mail, or a number of seconds or milliseconds
 * since 1970: below 100,000,000,000 they are seconds. A value that is not a date renders as an
 * empty string. The default pattern
 * is `YYYY-MM-DD HH:mm`. Its tokens are `YYYY YY` year, `MMMM MMM MM M` month, `DD D` day,
 * `dddd ddd` weekday, `HH H hh h` hour, `A a` half of the day, `mm m` minute, `ss s` second, `SSS`
 * millisecond, `Z ZZ` offset. Other letters stand in brackets, but for a single `T`. Names are
 * English. The zone is an IANA name such as `Europe/Berlin`, or an offset such as `+02:00`.
 *
 * @example
 * {"at": "2026-07-04T16:05:09Z", "epoch": 1751645109}
 * {{date at}} | {{date at "ddd D MMM YYYY, h:mm a" zone="Europe/Berlin"}} | {{date epoch "YYYY-MM-DDTHH:mm:ssZ"}}
 * → 2026-07-04 16:05 | Sat 4 Jul 2026, 6:05 pm | 2025-07-04T16:05:09+00:00
 */
export const dateHelper: ValueHelper = {
  kind: "value",
  name: "date",
  arity: [1, 2],
  hash: ["zone"],
  call: createCall({}),
  prepare: prepareDate,
};

/** What the template says once and for all. */
interface Fixed {
  readonly format?: DateFormat;
  readonly zone?: Zone;
}

function createCall({ format, zone }: Fixed): HelperCall {
  return ([value, pattern], hash, frame) => {
    const instant = instantFromValue(value);
    const written = format ?? formatFromValue(pattern);
    if (instant === undefined || written === undefined) return "";
    const offset = (zone ?? zoneFromValue(hash["zone"], frame))?.(instant);
    if (offset === undefined) return "";
    const clock = new Date(instant + offset * 1000);
    return Number.isNaN(clock.getTime()) ? "" : written({ clock, offset });
  };
}

function formatFromValue(value: unknown): DateFormat | undefined {
  const pattern = compileDatePattern(textFromValue(value) || DEFAULT_PATTERN);
  return "format" in pattern ? pattern.format : undefined;
}

function zoneFromValue(value: unknown, { budget }: Frame): Zone | undefined {
  const name = textFromValue(value) || DEFAULT_ZONE;
  budget.spend("zones", 1);
  return createZone(name);
}

function prepareDate({ args, hash }: CallLiterals): Preparation {
  const pattern = preparePattern(args);
  if (pattern !== undefined && "problem" in pattern) return pattern;
  const zone = prepareZone(hash);
  if (zone === "unknown") {
    const hint = 'Write a name such as "Europe/Berlin", or an offset such as "+02:00".';
    return { problem: "takes a time zone that exists", hint };
  }
  return { call: createCall({ ...pattern, ...(zone !== undefined && { zone }) }) };
}

function preparePattern([, ...rest]: readonly LiteralArgument[]) {
  if (rest.length === 0) return compileDatePattern(DEFAULT_PATTERN);
  const [literal] = rest;
  return literal && compileDatePattern(textFromValue(literal.value) || DEFAULT_PATTERN);
}

function prepareZone(hash: CallLiterals["hash"]): Zone | "unknown" | undefined {
  if (!Object.hasOwn(hash, "zone")) return createZone(DEFAULT_ZONE);
  const literal = hash["zone"];
  return literal && (createZone(textFromValue(literal.value) || DEFAULT_ZONE) ?? "unknown");
}
