// Records of requests → how many events were refused and not sent again, within the last hour, for `/healthz`.
import type { RequestRecord } from "@hookwright/core/ingress";

export interface RefusedEvents {
  readonly observe: (record: RequestRecord) => void;
  /** One sentence for each route, without any text of a payload. */
  readonly reasons: (now: number) => readonly string[];
}

const HOUR_MS = 3_600_000;

/** A sender with a broken mapping sends thousands an hour: older ones are forgotten. */
const MAX_COUNTED = 1_000;

/** Their senders got a success, so nobody else notices them. */
export function createRefusedEvents(): RefusedEvents {
  let counted: readonly Pick<RequestRecord, "receivedAt" | "route">[] = [];
  return {
    observe({ outcome, status, receivedAt, route }) {
      if (outcome !== "refused" || status >= 300) return;
      counted = [...counted.slice(1 - MAX_COUNTED), { receivedAt, route }];
    },
    reasons(now) {
      counted = counted.filter(({ receivedAt }) => now - receivedAt < HOUR_MS);
      const routes = new Map<string, number>();
      for (const { route } of counted) routes.set(route, (routes.get(route) ?? 0) + 1);
      return Array.from(routes, ([route, count]) => {
        const many = count === 1 ? "1 event" : `${count} events`;
        return `refused: ${many} for "${route}" could never succeed and will not be sent again, in the last hour. The log has them with \`"outcome":"refused"\`.`;
      });
    },
  };
}
