// What a plan looks like: the JSON Schema of a plan is made of it. The compiler compares every table
// with the type of its values.
import type { AuthPlan, PlannedSecret, WrittenSecret } from "@hookwright/signatures/runtime";
import type { ParsedSource, TemplateTree } from "@hookwright/template/runtime";
import type { MappingSettings } from "../../generated/mapping-settings.ts";
import type {
  CompiledFields,
  ConfigPath,
  LockableField,
  Problem,
  TemplatedField,
  TransformReference,
  ValueClause,
} from "../../model/index.ts";
import type {
  ChannelReportPlan,
  CoalescePlan,
  EndpointPlan,
  EndpointsPlan,
  FirstOnlyPlan,
  ForEachPlan,
  MappingPlan,
  MatchPlan,
  ModulesPlan,
  Plan,
  SecretPlan,
} from "../../serving/link/index.ts";
import type { RuleNode } from "../../serving/match/index.ts";
import type { FixedAnswer, Origins, PolicyData } from "../../serving/resolve/index.ts";
import { SETTING_SHAPES } from "../generated/setting-shapes.ts";
import {
  any,
  choice,
  either,
  flag,
  list,
  map,
  type Needed,
  named,
  number,
  type Optional,
  object,
  pair,
  type Shape,
  text,
  whole,
} from "./shape.ts";

const texts = list(text);
const path: Shape<ConfigPath> = named("path", () => list(either(text, whole())));

const writtenSecret: Shape<WrittenSecret> = named("secret", () =>
  either(
    text,
    object<Extract<WrittenSecret, { readonly env: string }>>({ env: text }, {}),
    object<Extract<WrittenSecret, { readonly file: string }>>({ file: text }, {}),
    object<Extract<WrittenSecret, { readonly source: string }>>(
      { source: text, id: text },
      { provider: text },
    ),
  ),
);

const secret = object<SecretPlan>(
  { path, secret: writtenSecret },
  { form: choice("token", "publicKey", "text") },
);

// The tree of a rule.

type Rule<Kind extends RuleNode["kind"]> = Extract<RuleNode, { readonly kind: Kind }>;

const rule: Shape<RuleNode> = named("rule", () =>
  either(
    object<Rule<"value">>({ kind: choice("value"), at: path }, { value: any(), number: text }),
    object<Rule<"list">>({ kind: choice("list"), at: path, items: list(rule) }, {}),
    object<Rule<"field">>(
      {
        kind: choice("field"),
        at: path,
        name: either(text, number),
        steps: texts,
        of: choice("event", "element"),
      },
      { fallback: rule },
    ),
    object<Rule<"presence">>(
      {
        kind: choice("presence"),
        at: path,
        operator: choice("exists", "missing", "missing_some"),
        parts: list(rule),
      },
      { least: number },
    ),
    object<Rule<"each">>(
      {
        kind: choice("each"),
        at: path,
        operator: choice("map", "filter", "all", "none", "some", "find", "count", "reduce"),
        list: rule,
      },
      { rule, initial: rule, field: rule },
    ),
    object<Rule<"call">>({ kind: choice("call"), at: path, operator: text, args: list(rule) }, {}),
    object<Rule<"wrong">>({ kind: choice("wrong"), at: path }, {}),
  ),
);

// The tree of a template.

type Program = ParsedSource["program"];
type Statement<Type extends string> = Extract<Program["body"][number], { readonly type: Type }>;
type Call = Statement<"MustacheStatement">;
type Expression = Call["params"][number];
type Decorator = NonNullable<Program["decorators"]>[number];
type Part<Type extends string> = Extract<Expression, { readonly type: Type }>;

const pathNode = named("pathNode", () =>
  object<Part<"PathExpression">>(
    {
      type: choice("PathExpression"),
      data: flag,
      depth: whole(),
      parts: texts,
      original: text,
      start: whole(),
    },
    {},
  ),
);

const literal = named("literal", () =>
  either(
    object<Part<"StringLiteral">>(
      { type: choice("StringLiteral"), start: whole(), value: text },
      {},
    ),
    object<Part<"NumberLiteral">>(
      {
        type: choice("NumberLiteral"),
        start: whole(),
        value: either(number, choice("-0", "Infinity", "-Infinity")),
      },
      {},
    ),
    object<Part<"BooleanLiteral">>(
      { type: choice("BooleanLiteral"), start: whole(), value: flag },
      {},
    ),
    object<Part<"UndefinedLiteral">>({ type: choice("UndefinedLiteral"), start: whole() }, {}),
    object<Part<"NullLiteral">>({ type: choice("NullLiteral"), start: whole() }, {}),
  ),
);

const expression: Shape<Expression> = named(
  "expression",
  (): Shape<Expression> => either(pathNode, literal, subExpression),
);

const hash = named("hash", () =>
  object<NonNullable<Call["hash"]>>(
    {
      pairs: list(
        object<NonNullable<Call["hash"]>["pairs"][number]>({ key: text, value: expression }, {}),
      ),
    },
    {},
  ),
);

const program: Shape<Program> = named(
  "program",
  (): Shape<Program> =>
    object<Program>(
      { type: choice("Program"), body: list(statement) },
      { decorators: list(decorator), blockParams: texts, chained: flag },
    ),
);

const call = { path: either(pathNode, literal), params: list(expression), start: whole() };
const subExpression: Shape<Part<"SubExpression">> = named("subExpression", () =>
  object<Part<"SubExpression">>({ type: choice("SubExpression"), ...call }, { hash, program }),
);
const decorator: Shape<Decorator> = named("decorator", () =>
  object<Decorator>({ type: choice("Decorator", "DecoratorBlock"), ...call }, { hash, program }),
);
const statement: Shape<Program["body"][number]> = named("statement", () =>
  either(
    object<Statement<"ContentStatement">>(
      { type: choice("ContentStatement"), value: text },
      { opensLine: flag },
    ),
    object<Statement<"CommentStatement">>({ type: choice("CommentStatement") }, {}),
    object<Call>({ type: choice("MustacheStatement"), ...call, end: whole() }, { hash, program }),
    object<Statement<"BlockStatement">>(
      { type: choice("BlockStatement"), ...call, openEnd: whole(), isRaw: flag },
      { hash, program, inverse: program },
    ),
    object<Extract<Program["body"][number], { readonly indent: string }>>(
      {
        type: choice("PartialStatement", "PartialBlockStatement"),
        name: expression,
        params: list(expression),
        indent: text,
        start: whole(),
      },
      { hash, program },
    ),
  ),
);

const parsed = named("parsedSource", () =>
  object<ParsedSource>({ source: text, program }, { partial: text }),
);

const template: Shape<TemplateTree> = named("template", () =>
  either(
    parsed,
    object<Exclude<TemplateTree, ParsedSource>>({ source: text }, { text, program: choice() }),
  ),
);

// The proof of a sender.

type Auth<Kind extends AuthPlan["kind"]> = Extract<AuthPlan, { readonly kind: Kind }>;
type Scheme = Auth<"signature">["schemes"][number];
type Jwt = Auth<"jwt">["scheme"];
type Binds = NonNullable<Jwt["binds"]>;
type Handshake = NonNullable<AuthPlan["handshake"]>;
type Echo = Extract<Handshake, { readonly echo: unknown }>;
type EchoFrom = Echo["echo"]["from"];

const planned = named("plannedSecret", () =>
  object<PlannedSecret>({ at: path, secret: writtenSecret }, {}),
);
const bodyFormat = named("bodyFormat", () => choice("json", "form", "multipart", "text", "ndjson"));
const keyForm = named("keyForm", () =>
  choice(
    ...(["utf8", "base64", "hex", "whsec", "sha1"] as const),
    ...(["raw-hex", "raw-base64", "whpk", "spki"] as const),
  ),
);
const idRule = named("idRule", () =>
  object<NonNullable<Scheme["id"]>>({}, { header: text, json: text }),
);

const handshake: Shape<Handshake> = named("handshake", () =>
  either(
    object<Extract<Handshake, { readonly verifyToken?: unknown }>>(
      {
        name: choice(
          ...(["slack", "meta", "zoom", "x", "microsoft-graph", "dropbox", "discord"] as const),
          ...(["twitch", "monday", "okta", "trello", "ebay", "linkedin", "feishu"] as const),
          ...(["cloudevents", "front", "ringcentral", "woocommerce", "probe"] as const),
          ...(["strava", "smartcar", "braintree", "oura"] as const),
        ),
      },
      { method: choice("GET", "HEAD"), verifyToken: planned },
    ),
    object<Echo>(
      {
        name: choice("echo"),
        echo: object<Echo["echo"]>(
          {
            from: either(
              object<Extract<EchoFrom, { readonly path: unknown }>>(
                { kind: choice("payload"), path },
                {},
              ),
              object<Extract<EchoFrom, { readonly name: unknown }>>(
                { kind: choice("headers", "query"), name: text },
                {},
              ),
            ),
            to: choice("json", "text", "header"),
            as: text,
          },
          {},
        ),
      },
      {},
    ),
    object<Extract<Handshake, { readonly name: "sns" }>>({ name: choice("sns") }, {}),
  ),
);

const family = {
  id: text,
  path,
  orToken: flag,
  secretPlaces: named("secretPlaces", () =>
    object<AuthPlan["secretPlaces"]>({ headers: texts, query: texts, body: texts }, {}),
  ),
};

const perhaps = {
  provider: named("provider", () =>
    object<NonNullable<AuthPlan["provider"]>>(
      { id: text, name: text },
      { sendsSecret: choice(true) },
    ),
  ),
  publicUrl: text,
  body: named("body", () =>
    object<NonNullable<AuthPlan["body"]>>(
      {},
      { formats: list(bodyFormat), payloadField: text, nestsForms: choice(true) },
    ),
  ),
  delivery: named("delivery", () =>
    object<NonNullable<AuthPlan["delivery"]>>(
      {},
      {
        id: idRule,
        idSigned: flag,
        bodyBound: choice(false),
        ttlSeconds: number,
        retries: text,
        on4xx: choice("repeats", "disables"),
        acknowledge: choice(200),
      },
    ),
  ),
  handshake,
};

const scheme = named("scheme", () =>
  object<Scheme>(
    {
      scheme: choice("hmac", "publicKey"),
      algorithm: choice(
        ...(["sha1", "sha256", "sha512"] as const),
        ...(["ed25519", "ecdsa-p256", "rsa-sha256", "rsa-sha1"] as const),
      ),
      key: keyForm,
      signature: object<Scheme["signature"]>(
        { header: either(text, texts) },
        {
          form: text,
          prefix: text,
          pairs: object<NonNullable<Scheme["signature"]["pairs"]>>(
            { separator: text, key: text },
            { equals: text, groups: text },
          ),
          tagged: text,
          list: choice(true),
          all: choice(true),
          numbered: whole(),
        },
      ),
      encoding: choice("hex", "base64", "base64url"),
      signed: text,
    },
    {
      timestamp: object<NonNullable<Scheme["timestamp"]>>(
        { unit: choice("s", "ms", "iso"), toleranceSeconds: number },
        {
          ...{ header: text, pair: text, json: text },
          ...{ withoutZone: choice(true), isUnchecked: choice(true) },
        },
      ),
      id: idRule,
      bodyHash: object<NonNullable<Scheme["bodyHash"]>>({ query: text }, {}),
      signsDigest: choice(true),
    },
  ),
);

const jwt = object<Jwt>(
  {
    scheme: choice("jwt"),
    algorithms: list(choice("HS256", "RS256", "ES256"), 1),
    header: text,
    prefix: text,
    issuers: texts,
    audiences: texts,
    claims: map(either(text, flag)),
  },
  {
    binds: either(
      object<Extract<Binds, { readonly of: "body" | "query" }>>(
        { claim: text, of: choice("body", "query") },
        { isOptional: choice(true) },
      ),
      object<Extract<Binds, { readonly of: "field" }>>(
        { claim: text, of: choice("field"), json: text },
        { isOptional: choice(true) },
      ),
    ),
    keyLimit: object<NonNullable<Jwt["keyLimit"]>>({ list: text, json: text }, {}),
    isTimeOptional: choice(true),
    jwks: text,
  },
);

type Keys = Auth<"jwt">["keys"];
type Message<Name extends string> = Extract<AuthPlan, { readonly message: Name }>;

const auth: Shape<AuthPlan> = named("auth", () =>
  either(
    object<Auth<"signature">>(
      { kind: choice("signature"), ...family, schemes: list(scheme, 1), secrets: list(planned) },
      {
        ...perhaps,
        isKeyOfRow: choice(true),
        signsForStrangers: choice(true),
        replaySeconds: number,
      },
    ),
    object<Auth<"jwt">>(
      {
        kind: choice("jwt"),
        ...family,
        scheme: jwt,
        leewaySeconds: number,
        keys: either(
          object<Extract<Keys, { readonly from: "config" }>>(
            { from: choice("config"), secrets: list(planned), form: keyForm },
            {},
          ),
          object<Extract<Keys, { readonly from: "jwks" }>>({ from: choice("jwks"), url: text }, {}),
        ),
      },
      { ...perhaps, baseUrl: text },
    ),
    object<Auth<"token">>(
      {
        kind: choice("token"),
        ...family,
        place: object<Auth<"token">["place"]>(
          {},
          {
            header: text,
            prefix: text,
            query: text,
            body: either(text, texts),
            basic: choice(true),
          },
        ),
        tokens: list(planned),
      },
      {
        ...perhaps,
        basic: object<NonNullable<Auth<"token">["basic"]>>(
          { user: planned, password: planned },
          {},
        ),
      },
    ),
    object<Message<"mailgun">>(
      {
        kind: choice("message"),
        message: choice("mailgun"),
        ...family,
        secrets: list(planned),
        toleranceSeconds: number,
      },
      perhaps,
    ),
    object<Message<"adyen">>(
      { kind: choice("message"), message: choice("adyen"), ...family, secrets: list(planned) },
      perhaps,
    ),
    object<Message<"sns">>(
      {
        kind: choice("message"),
        message: choice("sns"),
        ...family,
        topics: texts,
        signatureVersion: choice(1, 2),
        toleranceSeconds: number,
        confirms: flag,
      },
      perhaps,
    ),
    object<Auth<"verifier">>({ kind: choice("verifier"), ...family, verify: text }, perhaps),
    object<Auth<"none">>({ kind: choice("none"), ...family }, { ...perhaps, publicHosts: texts }),
  ),
);

const endpoint = object<EndpointPlan>(
  { name: text, bodyFormats: list(bodyFormat), maxBodyBytes: whole() },
  {
    auth,
    form: object<NonNullable<EndpointPlan["form"]>>(
      { isNested: flag, payloadFields: texts, files: map(choice("json", "text")) },
      {},
    ),
  },
);

const endpoints = object<EndpointsPlan>(
  { named: list(endpoint) },
  {
    ofOthers: object<NonNullable<EndpointsPlan["ofOthers"]>>(
      { bodyFormats: list(bodyFormat), maxBodyBytes: whole() },
      {},
    ),
  },
);

// A mapping.

const clauses = named("clauses", () =>
  list(object<ValueClause>({ name: text, values: texts }, {})),
);

const match: Shape<MatchPlan> = named("match", () =>
  object<MatchPlan>(
    { headers: clauses, query: clauses },
    { path: text, source: text, when: rule, not: match },
  ),
);

const lockable: Shape<LockableField> = choice(
  ...(["sessionKey", "sessionMode", "wakeMode", "deliver", "channel", "to"] as const),
  ...(["accountId", "agentId", "model", "thinking", "name", "timeoutSeconds"] as const),
);
const templated: Shape<TemplatedField> = choice(
  ...(["sessionKey", "to", "accountId", "agentId", "model", "thinking", "name"] as const),
);
const origin = choice("operator", "template", "request", "transform");

/** As the schema of configs has them. */
const settings = SETTING_SHAPES as unknown as {
  readonly needs: Needed<MappingSettings>;
  readonly may: Optional<MappingSettings>;
};

const mapping = named("mapping", () =>
  object<MappingPlan>(
    {
      ...settings.needs,
      id: text,
      configPath: path,
      action: choice("wake", "agent", "deliver"),
      match,
      fields: object<CompiledFields<TemplateTree>>(
        { wakeMode: choice("now", "next-heartbeat"), deliver: flag, channel: text },
        {
          sessionKey: template,
          sessionMode: choice("isolated", "persistent"),
          to: template,
          accountId: template,
          agentId: template,
          model: template,
          thinking: template,
          name: template,
          timeoutSeconds: number,
        },
      ),
      origins: object<Origins>(
        {
          text: origin,
          sessionKey: origin,
          agentId: origin,
          to: origin,
          accountId: origin,
          model: origin,
        },
        {},
      ),
      firstOnly: list(object<FirstOnlyPlan>({ name: text, steps: texts, isFromPayload: flag }, {})),
      taintedFields: list(templated),
    },
    {
      ...settings.may,
      preset: text,
      auth: object<NonNullable<MappingPlan["auth"]>>({ id: text, orToken: flag }, {}),
      rateLimit: object<NonNullable<MappingPlan["rateLimit"]>>(
        { intervalMs: number, burst: number },
        {},
      ),
      answer: object<FixedAnswer>({ status: whole(200), headers: map(text), body: text }, {}),
      forEach: object<ForEachPlan>(
        {
          path: text,
          steps: texts,
          isFromPayload: flag,
          takesFirst: flag,
          atomic: flag,
          parse: flag,
          single: flag,
          isSliced: flag,
        },
        { when: rule },
      ),
      dedupeKey: template,
      coalesce: object<CoalescePlan>(
        {
          key: template,
          seconds: number,
          maxSeconds: number,
          limit: number,
          keep: choice("all", "last"),
        },
        {},
      ),
      channelReports: list(
        object<ChannelReportPlan>(
          {
            kind: choice("route", "undelivered"),
            channel: text,
            values: list(
              object<ChannelReportPlan["values"][number]>(
                { name: choice("to", "from", "accountId", "id", "code"), tree: template },
                {},
              ),
            ),
          },
          {},
        ),
      ),
      text: template,
      instructions: template,
      transform: object<TransformReference>(
        { module: text, lock: list(lockable) },
        { export: text, timeoutMs: number },
      ),
    },
  ),
);

const policies = object<PolicyData>(
  {
    sessionKeys: object<PolicyData["sessionKeys"]>(
      { allowRequest: flag },
      { allowedPrefixes: texts },
    ),
    agents: object<PolicyData["agents"]>(
      { known: texts, isNamed: flag, defaultAgentId: text },
      { allowed: texts },
    ),
    channels: object<PolicyData["channels"]>({ ids: texts, aliases: list(pair(text)) }, {}),
  },
  { models: texts },
);

const problem = object<Problem>(
  { code: any(), severity: choice("error", "warning", "hint"), path, message: text },
  {
    hint: text,
    templatePosition: any(),
    templateSpan: any(),
    templateEdit: any(),
    change: any(),
    position: any(),
    range: any(),
    docs: text,
    fixes: any(),
    file: text,
  },
);

const modules = object<ModulesPlan>(
  {},
  {
    transformsDir: text,
    transforms: object<NonNullable<ModulesPlan["transforms"]>>(
      {},
      {
        isolation: choice("worker", "inline"),
        env: texts,
        memoryMb: number,
        workers: number,
      },
    ),
  },
);

export const planShape: Shape<Plan> = object<Plan>(
  {
    format: choice(1),
    madeBy: text,
    hasSecrets: flag,
    settings: object<Plan["settings"]>({ enabled: flag, path: text, maxBodyBytes: whole() }, {}),
    tokens: list(secret),
    alsoNeeded: list(secret),
    queryToken: flag,
    tokenHeaders: texts,
    routeStatuses: object<Plan["routeStatuses"]>({ agent: whole(200), wake: whole(200) }, {}),
    throttle: object<Plan["throttle"]>({ maxFailures: number, windowMs: number }, {}),
    trustedProxies: texts,
    dedupe: object<Plan["dedupe"]>({ ttlSeconds: number, bodySeconds: number }, {}),
    endpoints,
    mappings: list(mapping),
    partials: map(parsed),
    dropsEmptyLines: flag,
    limits: object<Plan["limits"]>(
      {},
      { maxCharacters: number, maxIterations: number, maxNesting: number },
    ),
    policies,
    problems: list(problem),
  },
  { gatewayToken: writtenSecret, defaultSessionKey: text, modules },
);
