// The config that a comparable gateway has after its wizard set up the mail flow: comments are lost, all keys are there.

export const HOOK_TOKEN = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a6978";
export const PUSH_TOKEN = "9a8b7c6d5e4f30211203f4e5d6c7b8a99a8b7c6d5e4f3021";
export const PUSH_ENDPOINT = `https://machine.tail1234.ts.net/gmail-pubsub?token=${PUSH_TOKEN}`;

export interface WizardPorts {
  readonly gateway: number;
  readonly watcher: number;
}

/** What the wizard writes. Only the ports are given: those of a test are free ones. */
export function wizardConfig(ports: WizardPorts = { gateway: 18_789, watcher: 8_788 }): string {
  const config = {
    gateway: { port: ports.gateway, bind: "loopback" },
    agents: { defaults: { workspace: "~/workspace" } },
    hooks: {
      enabled: true,
      path: "/hooks",
      token: HOOK_TOKEN,
      presets: ["gmail"],
      gmail: {
        account: "you@gmail.com",
        label: "INBOX",
        topic: "projects/demo-project/topics/gog-gmail-watch",
        subscription: "gog-gmail-watch-push",
        pushToken: PUSH_TOKEN,
        hookUrl: `http://127.0.0.1:${ports.gateway}/hooks/gmail`,
        includeBody: true,
        maxBytes: 20_000,
        renewEveryMinutes: 720,
        serve: { bind: "127.0.0.1", port: ports.watcher, path: "/" },
        tailscale: { mode: "funnel", path: "/gmail-pubsub" },
      },
    },
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
