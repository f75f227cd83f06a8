// The events of all providers → the page that says what was found when their prompts were read.
import type { Provider } from "./read-provider.ts";

export function verdictsTable(providers: readonly Provider[]): string {
  const events = providers.flatMap((provider) => provider.events);
  const good = events.filter(({ verdict }) => verdict === "good").length;
  const rows = providers.flatMap(({ name, events: own }) =>
    own.map(
      (event) =>
        `| [${name}](providers/${name}/prompts.md) | ${event.name} | ${event.verdict} | ${event.note ?? ""} |`,
    ),
  );
  const sources = providers.map(({ name, source }) => `- ${name}: ${source}`);
  return `# Prompts of the payloads of real providers

<!-- Made from providers/*/events.yaml by payloads.slow.test.ts: HOOKWRIGHT_UPDATE=1. -->

${events.length} events of ${providers.length} providers, each posted to a server with the provider's \`hooks.yaml\`. \`prompts.md\` is what reached the dispatcher. Every prompt was read in full; ${good} are good. A verdict that begins with "fair" or "poor" says what is missing.

| provider | event | verdict | what was odd |
|---|---|---|---|
${rows.join("\n")}

## Where the shapes come from

The payloads of github are examples of its own library, \`@octokit/webhooks-examples\`. The others were typed in for these tests after what is known of the provider's format; those of Azure DevOps, Intercom, Netlify, Patreon, Raygun, Opsgenie, Jotform, CircleCI, Statuspage, SonarQube, Bitbucket, Pingdom, Trello and Netdata were compared with recorded payloads or tables of fields, the rest were not, and their source is where to look. Ids, names and texts are invented.

${sources.join("\n")}
`;
}
