import type { GmailInput } from "@hookwright/core";
import { expect, test } from "vitest";
import { readPushSettings } from "./read-gmail-settings.ts";

function serveOf(gmail: GmailInput) {
  return readPushSettings(gmail, { mode: "push", problems: [], readKey: () => "token" }).serve;
}

test.each<[GmailInput["tailscale"], readonly string[], string | undefined]>([
  [undefined, ["/own"], undefined],
  [{ mode: "off" }, ["/own"], undefined],
  [
    { mode: "funnel" },
    ["/own", "/gmail-pubsub", "/"],
    "tailscale funnel --bg --set-path /gmail-pubsub http://127.0.0.1:9000",
  ],
  [
    { mode: "serve", path: "/mail", target: "http://127.0.0.1:9000/own" },
    ["/own", "/mail"],
    "tailscale serve --bg --set-path /mail http://127.0.0.1:9000/own",
  ],
  [{ mode: "funnel", path: "/mail; rm -rf x" }, ["/own", "/mail; rm -rf x", "/"], undefined],
  [{ mode: "other" }, ["/own", "/gmail-pubsub", "/"], undefined],
])(
  "facts 4: readPushSettings() reads what Tailscale strips: %j",
  (tailscale, paths, tunnelCommand) => {
    const gmail = { serve: { port: 9000, path: "/own" }, ...(tailscale && { tailscale }) };
    expect(serveOf(gmail)).toEqual({
      ...{ bind: "127.0.0.1", port: 9000, paths },
      ...(tunnelCommand !== undefined && { tunnelCommand }),
    });
  },
);
