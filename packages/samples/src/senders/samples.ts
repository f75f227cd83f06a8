// The samples of all providers: one without a sample, and without a reason in unsendable.ts, fails a test.
import { BILLING_SAMPLES } from "./billing.ts";
import { CODE_SAMPLES } from "./code.ts";
import { GENERIC_SAMPLES } from "./generic.ts";
import { MESSAGE_SAMPLES } from "./messages.ts";
import { OPERATIONS_SAMPLES } from "./operations.ts";
import { PAYMENT_SAMPLES } from "./payments.ts";
import { PLATFORM_SAMPLES } from "./platforms.ts";
import type { Samples } from "./sample.ts";
import { SIGNED_INSIDE_SAMPLES } from "./signed-inside.ts";
import { SUPPORT_SAMPLES } from "./support.ts";
import { WORK_SAMPLES } from "./work.ts";

/** Samples of every vendor that can be sent, by the id of the vendor. */
export const SAMPLES: Samples = {
  ...GENERIC_SAMPLES,
  ...CODE_SAMPLES,
  ...OPERATIONS_SAMPLES,
  ...PAYMENT_SAMPLES,
  ...BILLING_SAMPLES,
  ...MESSAGE_SAMPLES,
  ...SUPPORT_SAMPLES,
  ...WORK_SAMPLES,
  ...PLATFORM_SAMPLES,
  ...SIGNED_INSIDE_SAMPLES,
};
