// {{bytes count}}: a number of bytes in the largest unit that fits.
import type { ValueHelper } from "../../render/helper.ts";
import { isTruthy } from "../arguments/is-truthy.ts";
import {
  decimalFromExact,
  type ExactNumber,
  exactFromValue,
  roundExact,
  trimZeros,
} from "./exact-number.ts";

const DECIMAL_UNITS: readonly string[] = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
const BINARY_UNITS: readonly string[] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

/** More digits say nothing about a size that is to be read. */
const FRACTION_DIGITS = 1;

/**
 * `{{bytes count binary=true}}`: a number of bytes in the largest unit that fits, with at most one
 * digit after the point.
 *
 * Units are powers of 1000: kB, MB, GB, TB, PB, EB. `binary=true` counts in powers of 1024: KiB, MiB
 * and so on. A value that is not a number renders as an empty string.
 *
 * @example
 * {"size": 1500000, "memory": 1572864, "small": 512}
 * {{bytes size}}, {{bytes memory binary=true}}, {{bytes small}}
 * → 1.5 MB, 1.5 MiB, 512 B
 */
export const bytesHelper: ValueHelper = {
  kind: "value",
  name: "bytes",
  arity: [1, 1],
  hash: ["binary"],
  call: ([value], { binary }, frame) => {
    const count = exactFromValue(value, frame);
    if (count === undefined) return "";
    return isTruthy(binary)
      ? writeBytes(count, BINARY_UNITS, 1024n)
      : writeBytes(count, DECIMAL_UNITS, 1000n);
  },
};

function writeBytes(count: ExactNumber, units: readonly string[], step: bigint): string {
  let size = 1n;
  let shown = roundTo(count, size);
  let unit = 0;
  // Compared after rounding: 999,999 bytes are 1 MB, and not 1000 kB.
  while (unit < units.length - 1 && isAtLeast(shown, step)) {
    unit += 1;
    size *= step;
    shown = roundTo(count, size);
  }
  const { isNegative, whole, fraction } = decimalFromExact(shown);
  const kept = trimZeros(fraction);
  return `${isNegative ? "-" : ""}${whole}${kept === "" ? "" : `.${kept}`} ${units[unit]}`;
}

function roundTo({ units, scale }: ExactNumber, size: bigint): ExactNumber {
  // One digit more for rounding.
  const kept = FRACTION_DIGITS + 1;
  return roundExact(
    { units: (units * 10n ** BigInt(kept)) / size, scale: scale + kept },
    FRACTION_DIGITS,
  );
}

function isAtLeast({ units, scale }: ExactNumber, least: bigint): boolean {
  const bound = least * 10n ** BigInt(scale);
  return units >= bound || units <= -bound;
}
