// @ts-check
// Claims about what records, logs, metrics, spans and answers tell.

const law = "packages/cli/test/secrets-everywhere.slow.test.ts";
const metricsTest = "packages/telemetry/src/metrics/create-metrics.test.ts";
const tracesTest = "packages/telemetry/src/traces/create-tracing.test.ts";
const recordTest = "packages/core/src/serving/ingress/record.test.ts";
const everywhere =
  "no record, log, metric, span or answer has a secret, wherever a sender writes it";

/** @type {readonly import("./claims.mjs").Claim[]} */
export const telemetryClaims = [
  {
    claim:
      "No record, log, metric, span or answer has a token, a secret of an `auth`, or a value of a payload, wherever a sender writes it",
    proofs: [{ file: law }],
    mutants: [
      {
        file: "packages/core/src/create-hooks.ts",
        find: "hideSecrets: createSecretHider(compiled.secrets),",
        replace: "hideSecrets: createSecretHider(compiled.tokens),",
        effect: "the secrets of routes stand in names and details",
        dies: [everywhere],
      },
      {
        file: "packages/core/src/serving/ingress/client.ts",
        find: "|| hideSecrets(sent) !== sent",
        replace: "",
        effect: "an answer and its record repeat a secret as the id of a request",
        dies: [everywhere],
      },
      {
        file: "packages/core/src/serving/ingress/record.ts",
        find: "notes.detail = oneLine(hideSecrets(notes.detail));",
        replace: "notes.detail = oneLine(notes.detail);",
        effect: "what a gateway says of a failure stands in the log with its token",
        dies: [everywhere],
      },
      {
        file: "packages/core/src/authoring/compile/auth/compile-handshake.ts",
        find: "if (token !== undefined) auth.context.keepSecret(token);",
        replace: "",
        effect: "the token of a handshake is no secret",
        dies: [everywhere],
      },
    ],
  },
  {
    claim:
      "Labels of metrics and attributes of spans are names of the config, vendors, codes and counts, and bounded in number",
    proofs: [{ file: metricsTest }, { file: tracesTest }, { file: recordTest }, { file: law }],
    mutants: [
      {
        file: "packages/telemetry/src/metrics/create-metrics.ts",
        find: "route: routes(record.route),",
        replace: "route: routes(record.name),",
        effect: "a scanner makes a series of each name that it tries",
        dies: ["createMetrics() has no label that a sender can choose"],
      },
      {
        file: "packages/core/src/serving/ingress/request-context.ts",
        find: 'export function labelOf({ endpoint }: RequestContext): string {\n  return endpoint?.name ?? "other";',
        replace:
          "export function labelOf({ route }: RequestContext): string {\n  return route.name;",
        effect: "names that no config has are routes",
        proof: recordTest,
        dies: [
          "createRecord() names the route that the config has, and one other for all that it has not",
        ],
      },
      {
        file: "packages/telemetry/src/metrics/bound-names.ts",
        find: 'if (known.size >= maxNames) return "other";',
        replace: "",
        effect: "a label has any number of names",
        dies: ["createMetrics() has as many series as the config has names, and a bound above"],
      },
      {
        file: "packages/telemetry/src/traces/create-tracing.ts",
        find: "...labels, ...resultOf(record) }",
        replace: '...labels, ...resultOf(record), "hookwright.request_id": record.requestId }',
        effect: "spans have the ids of requests",
        proof: law,
        dies: ["no metric and no span has a client, a key, an id or a word of a request"],
      },
      {
        file: "packages/core/src/serving/ingress/tracing.ts",
        find: 'const isProved = proof !== undefined && auth?.kind !== "none";',
        replace: "const isProved = true;",
        effect: "a stranger's trace is linked and continued",
        proof: tracesTest,
        dies: ["createTracing() neither links nor continues the trace of a stranger"],
      },
    ],
  },
];
