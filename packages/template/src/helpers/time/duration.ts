// {{duration seconds}}, {{duration from to}}: a span of time in its largest units.
import type { Frame } from "../../render/frame.ts";
import type {
  CallLiterals,
  HelperCall,
  HelperHash,
  PrepareResult,
  ValueHelper,
} from "../../render/helper.ts";
import { wholeNumberWithin } from "../arguments/whole-number.ts";
import { decimalFromExact, exactFromValue, trimZeros } from "../numbers/exact-number.ts";
import { dateOptionsFromHash, instantFromValue } from "./instant-from-value.ts";

/** Longest first, in seconds. Months and years have no fixed length. */
const UNITS: readonly (readonly [name: string, seconds: bigint])[] = [
  ["d", 86_400n],
  ["h", 3_600n],
  ["min", 60n],
  ["s", 1n],
];

/** Two are as exact as a reader needs: nobody asks for the seconds of a day. */
const DEFAULT_PARTS = 2;

const duration: HelperCall = (args, hash, frame) => {
  const milliseconds = millisecondsFrom(args, hash, frame);
  if (milliseconds === undefined) return "";
  const isNegative = milliseconds < 0n;
  const text = writeSpan(isNegative ? -milliseconds : milliseconds, partsFromValue(hash["parts"]));
  return isNegative ? `-${text}` : text;
};

/**
 * `{{duration seconds parts=2}}`: a span of time in its largest units: days, hours, minutes, seconds.
 *
 * With two arguments it is the span between two dates, which it reads as `date` does:
 * `{{duration started finished}}`. It shows two units; `parts`, from 1 to 4, are others. Smaller units
 * are left out and not rounded; a span below a minute has up to three digits after the point. A value
 * that is not a number, or not a date, renders as an empty string.
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
export const durationHelper: ValueHelper = {
  kind: "value",
  name: "duration",
  arity: [1, 2],
  hash: ["parts", "dayFirst"],
  call: duration,
  prepare: checkParts,
};

function checkParts({ hash: { parts } }: CallLiterals): PrepareResult {
  const isValid = parts === undefined || wholeNumberWithin(parts.value, 1, UNITS.length);
  if (isValid) return { ok: true, call: duration };
  return { ok: false, problem: `takes parts that are a whole number from 1 to ${UNITS.length}` };
}

function partsFromValue(value: unknown): number {
  return wholeNumberWithin(value, 1, UNITS.length) ?? DEFAULT_PARTS;
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
  if (seconds < 60n) return `${writeSeconds(milliseconds)} s`;
  const largest = UNITS.findIndex(([, size]) => seconds >= size);
  const shown: string[] = [];
  let rest = seconds;
  for (const [name, size] of UNITS.slice(largest, largest + parts)) {
    const count = rest / size;
    rest %= size;
    if (count > 0n) shown.push(`${count} ${name}`);
  }
  return shown.join(" ");
}

function writeSeconds(milliseconds: bigint): string {
  const { whole, fraction } = decimalFromExact({ units: milliseconds, scale: 3 });
  const kept = trimZeros(fraction);
  return kept === "" ? whole : `${whole}.${kept}`;
}
