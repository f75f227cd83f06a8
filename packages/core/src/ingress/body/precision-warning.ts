// The numbers of bodies that arrive parsed → one warning, at the first whose digits may be lost.
import { createOnce, isUnsafeInteger } from "@hookwright/base";

export function createPrecisionWarning(warn: (message: string) => void): (number: number) => void {
  const warnOnce = createOnce(() =>
    warn(
      "A body was parsed before the hooks got it, and has an integer beyond 2^53, whose last digits a parser loses: give the hooks the body as it was sent.",
    ),
  );
  return (number) => {
    if (isUnsafeInteger(number)) warnOnce();
  };
}
