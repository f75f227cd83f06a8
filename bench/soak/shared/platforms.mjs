// A seed → a fake of each platform that channels send to, which fails at random in its platform's own ways, and what
// each request met.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const FAKES = fileURLToPath(new URL("../../../packages/host/test/fakes", import.meta.url));

/** A wait for more than a minute would only make the soak longer. */
const MAX_WAIT_MS = 70_000;

/** How many of a thousand requests meet each kind of fault. */
const PER_THOUSAND = {
  limited: 60,
  retry: 50,
  lost: 70,
  close: 30,
  slow: 120,
  silence: 8,
  unknown: 20,
  message: 12,
  credential: 3,
  markup: 20,
};
const MAX_SLOW_MS = 200;

/**
 * @typedef {{ marker: string | undefined, fault: string, isLost: boolean, life: number, at: number, path: string }} Met
 * @typedef {{
 *   id: string, kind: string, settings: object, windowMs: number, canSettle: boolean, limit: number,
 *   recipients: readonly (readonly [to: string, shownTo: string])[],
 *   messages: readonly { to: string, text: string }[], met: Met[], close: () => Promise<void>,
 * }} Platform
 */

/**
 * Each request of a message has a marker, such as `m17x003`. `life` is that of the host; while `isCalm`, nothing fails.
 *
 * @param {{ folder: string, random: () => number, clock: () => number, life: () => number, isCalm: () => boolean }} options
 * @returns {Promise<Platform[]>}
 */
export async function startPlatforms({ folder, random, clock, life, isCalm }) {
  const fakes = await loadFakes();
  const rows = rowsOf(fakes, { folder, clock });
  return Promise.all(
    rows.map(async ({ start, cases, login, settings, ...row }) => {
      const started = await start();
      const fake = started.connector ?? started;
      /** @type {Met[]} */
      const met = [];
      const choices = choicesOf(cases);
      fake.breakBy((request) => meet(request, choices));
      started.login?.breakBy((request) => meet(request, choicesOf(login)));
      const known = { windowMs: 0, canSettle: false, limit: 4_000, ...row };
      const { messages } = fake;
      const close = () => started.close();
      return { ...known, settings: settings(fake.url, started.login?.url), messages, met, close };

      function meet({ path, text = "" }, possible) {
        const [marker] = /m\d+x\d+/.exec(text) ?? [];
        const { name, isLost = false, fault } = isCalm() ? CALM : choose(possible);
        met.push({ marker, fault: name, isLost, life: life(), at: clock(), path });
        return fault;
      }
    }),
  );

  function choose(choices) {
    let left = random() * 1_000;
    for (const [kind, options] of choices) {
      left -= PER_THOUSAND[kind];
      if (left < 0) return options[Math.floor(random() * options.length)];
    }
    return CALM;
  }

  /** The answers of a platform, by what they mean. */
  function choicesOf(cases) {
    const replies = (isWanted) =>
      cases
        .filter(({ result }) => (result.afterMs ?? 0) <= MAX_WAIT_MS && isWanted(result))
        .map(({ name, reply }) => ({ name, fault: { kind: "reply", reply } }));
    const choices = {
      limited: replies(({ code }) => code === "rate_limited"),
      retry: replies(({ kind, code }) => kind === "retry" && code !== "rate_limited"),
      unknown: replies(({ kind }) => kind === "unknown"),
      ...Object.fromEntries(
        ["message", "credential", "markup"].map((scope) => [
          scope,
          replies((result) => result.scope === scope),
        ]),
      ),
      lost: ["close", "half", "no-id", "html", "bad-gateway"].map(lost),
      silence: [lost("silence")],
      close: [{ name: "cut before acceptance", fault: { kind: "close" } }],
      slow: [slow],
    };
    return Object.entries(choices)
      .filter(([, options]) => options.length > 0)
      .map(([kind, options]) => [kind, options]);
  }

  function lost(how) {
    return { name: `answer lost: ${how}`, isLost: true, fault: { kind: "accepted", lost: how } };
  }
}

const CALM = { name: "none", fault: undefined };

const slow = {
  name: "slow",
  get fault() {
    const until = new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_SLOW_MS));
    return { kind: "hold", until };
  },
};

/** The fakes are part of the host's tests, in TypeScript. */
async function loadFakes() {
  const names = [
    ...["discord", "imessage", "mattermost", "msteams", "signal", "slack", "telegram"],
    ...["webhook", "webhook-services", "whatsapp"],
  ];
  const files = [...names.map((name) => `./${name}.ts`), "../../src/testing/fake-platform.ts"];
  const contents = files.map((file) => `export * from "${file}";`).join("\n");
  const options = { bundle: true, format: "esm", platform: "node", write: false };
  const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: FAKES } });
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`
  );
}

function rowsOf(fakes, { folder, clock }) {
  const { DISCORD_CHANNEL, DISCORD_USER, MATTERMOST_CHANNEL, MATTERMOST_DIRECT } = fakes;
  const { IMESSAGE_PHONE, IMESSAGE_GROUP, SIGNAL_PERSON, SIGNAL_UUID, SIGNAL_GROUP } = fakes;
  const { TEAMS_APP_ID, TEAMS_PASSWORD, TEAMS_TENANT, TEAMS_CHANNEL, TEAMS_USER, TEAMS_ROOT } =
    fakes;
  const people = ["ann", "bob", "eve"];
  const same = (...recipients) => recipients.map((to) => [to, to]);
  const webhook = {
    kind: "webhook",
    cases: fakes.WEBHOOK_CASES,
    recipients: same(...people),
    limit: 600,
  };
  const token = fakes.WEBHOOK_TOKEN;
  return [
    {
      id: "telegram",
      kind: "telegram",
      start: fakes.startTelegram,
      cases: fakes.TELEGRAM_CASES,
      settings: (baseUrl) => ({ botToken: fakes.TELEGRAM_TOKEN, baseUrl }),
      recipients: same("-100123", "42", "@news"),
    },
    {
      id: "slack",
      kind: "slack",
      start: fakes.startSlack,
      cases: fakes.SLACK_CASES,
      settings: (url) => ({ botToken: fakes.SLACK_TOKEN, baseUrl: `${url}/api` }),
      recipients: [
        ["C1", "C1"],
        ["#alerts", "#alerts"],
        ["user:U1", "D1"],
      ],
    },
    {
      id: "discord",
      kind: "discord",
      start: () => fakes.startDiscord({ clock }),
      cases: fakes.DISCORD_CASES,
      settings: (baseUrl) => ({ token: fakes.DISCORD_TOKEN, baseUrl }),
      recipients: [...same(DISCORD_CHANNEL), [`user:${DISCORD_USER}`, "323456789012345678"]],
      windowMs: 120_000,
      limit: 2_000,
    },
    {
      id: "mattermost",
      kind: "mattermost",
      start: () => fakes.startMattermost({ clock }),
      cases: fakes.MATTERMOST_CASES,
      settings: (url) => ({ url, token: fakes.MATTERMOST_TOKEN }),
      recipients: [...same(MATTERMOST_CHANNEL), ["@ann", MATTERMOST_DIRECT]],
      windowMs: 25_000,
    },
    {
      id: "whatsapp",
      kind: "whatsapp",
      start: fakes.startWhatsApp,
      cases: fakes.WHATSAPP_CASES,
      settings: (baseUrl) => ({
        accessToken: fakes.WHATSAPP_TOKEN,
        phoneNumberId: fakes.WHATSAPP_NUMBER_ID,
        baseUrl,
      }),
      recipients: same("+16505551234", "+16505555678"),
    },
    {
      id: "signal",
      kind: "signal",
      start: () => fakes.startSignal(),
      cases: fakes.SIGNAL_CASES,
      settings: (url) => ({ url }),
      recipients: [
        ...same(SIGNAL_PERSON),
        [`uuid:${SIGNAL_UUID}`, SIGNAL_UUID],
        [`group:${SIGNAL_GROUP}`, SIGNAL_GROUP],
      ],
      limit: 2_000,
    },
    {
      id: "imessage",
      kind: "imessage",
      start: () => fakes.startImessage({ clock, callMs: 2_000, showMs: 3_000 }),
      cases: fakes.IMESSAGE_CASES,
      settings: (url) => ({ url, password: fakes.IMESSAGE_PASSWORD }),
      recipients: [
        [IMESSAGE_PHONE, `iMessage;-;${IMESSAGE_PHONE}`],
        ["ann@example.com", "iMessage;-;ann@example.com"],
        [`chat_guid:${IMESSAGE_GROUP}`, IMESSAGE_GROUP],
      ],
      canSettle: true,
    },
    {
      id: "msteams",
      kind: "msteams",
      start: fakes.startTeams,
      cases: fakes.TEAMS_CASES,
      login: fakes.LOGIN_CASES,
      settings: (url, loginUrl) => ({
        appId: TEAMS_APP_ID,
        appPassword: TEAMS_PASSWORD,
        tenantId: TEAMS_TENANT,
        serviceUrl: `${url}/teams/`,
        loginUrl,
      }),
      recipients: [
        ...same(TEAMS_CHANNEL),
        [`user:${TEAMS_USER}`, "a:1-personal_chat"],
        [`${TEAMS_CHANNEL}:thread:${TEAMS_ROOT}`, `${TEAMS_CHANNEL};messageid=${TEAMS_ROOT}`],
      ],
    },
    {
      ...webhook,
      id: "webhook",
      start: () => fakes.startWebhook({ keys: true }),
      settings: (url) => ({ url, token, limit: 600, keyWindowSeconds: 600 }),
      windowMs: 600_000,
    },
    {
      ...webhook,
      id: "webhook-without-keys",
      start: () => fakes.startWebhook(),
      settings: (url) => ({ url, token, limit: 600 }),
    },
    {
      ...webhook,
      id: "command",
      kind: "command",
      start: () => fakes.startFakePlatform(answerCommand),
      settings: (url) => ({ command: ["sh", writeCommand(folder)], env: { URL: url }, limit: 600 }),
    },
    ...Object.entries(fakes.WEBHOOK_SERVICES).map(([preset, service]) => ({
      ...webhook,
      id: `webhook-${preset}`,
      start: service.start,
      cases: service.cases,
      settings: (url) => ({
        preset,
        url: `${url}${service.path}`,
        ...(service.token && { token: service.token }),
        limit: 600,
      }),
      // The address is the recipient, but for one service, whose key of a user is checked.
      recipients:
        preset === "pushover" ? same(service.to) : people.map((to) => [to, shownBy(preset, to)]),
    })),
  ];
}

/** Most of these services show all messages in one place. */
function shownBy(preset, to) {
  const places = { ntfy: "alerts", gotify: "app", googlechat: "space", teams: "channel" };
  return places[preset] ?? to;
}

function answerCommand({ headers, text = "" }, sequence) {
  const message = { id: `c${sequence}`, to: headers["x-to"], text, pings: [], previews: [] };
  return { reply: { status: 200, body: message.id }, message };
}

/** As an operator could write it: what curl cannot say for sure ends by a signal. */
function writeCommand(folder) {
  const file = join(folder, "notify.sh");
  writeFileSync(
    file,
    `text=$(cat) && [ -n "$text" ] || exit 75
status=$(printf %s "$text" | curl -s -o /dev/null -w '%{http_code}' --data-binary @- -H "x-to: $HOOKWRIGHT_TO" "$URL") || kill -9 $$
case $status in 2*) echo sent ;; 408|425|429|500|503) exit 75 ;; 502|504|520) kill -9 $$ ;; *) exit 1 ;; esac
`,
  );
  return file;
}
