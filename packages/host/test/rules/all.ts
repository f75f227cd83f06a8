// A target → all rules of the host, as tests of it.
import type { HostTarget } from "../support/test-host.ts";
import { acceptanceRules } from "./acceptance.ts";
import { alertRules } from "./alerts.ts";
import { coalesceRules } from "./coalesce.ts";
import { completionRules } from "./completion.ts";
import { deliveryRules } from "./deliveries.ts";
import { mainSessionRules } from "./main-session.ts";
import { notifyRules } from "./notify.ts";
import { operateRules } from "./operate.ts";
import { pauseRules } from "./pauses.ts";
import { recoveryRules } from "./recovery.ts";
import { runRules } from "./runs.ts";
import { timeRules } from "./time.ts";

export function hostRules(target: HostTarget): void {
  acceptanceRules(target);
  mainSessionRules(target);
  runRules(target);
  timeRules(target);
  deliveryRules(target);
  recoveryRules(target);
  operateRules(target);
  pauseRules(target);
  alertRules(target);
  notifyRules(target);
  coalesceRules(target);
  completionRules(target);
}
