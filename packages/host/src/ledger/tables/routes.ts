// Routes: how a person last talked to an agent, per channel.
import type { Route } from "../../model/channel.ts";
import { exactText, fromExactText, numberOf, orNull, type Store, textOf } from "./store.ts";

export function noteRoute(store: Store, { agentId, channel, to, accountId, at }: Route): void {
  const account = accountId === undefined ? null : exactText(accountId);
  store
    .sql(`INSERT OR REPLACE INTO routes (agent, channel, recipient, account, at)
      VALUES (?, ?, ?, ?, ?)`)
    .run(agentId, channel, exactText(to), account, at);
}

export function listRoutes(store: Store, agentId: string | undefined): Route[] {
  return store
    .sql("SELECT * FROM routes WHERE agent = coalesce(?, agent) ORDER BY at DESC, agent, channel")
    .all(orNull(agentId))
    .map(routeOf);
}

function routeOf(row: Parameters<typeof textOf>[0]): Route {
  return {
    agentId: textOf(row, "agent"),
    channel: textOf(row, "channel"),
    to: fromExactText(textOf(row, "recipient")),
    ...(row["account"] !== null && { accountId: fromExactText(textOf(row, "account")) }),
    at: numberOf(row, "at"),
  };
}
