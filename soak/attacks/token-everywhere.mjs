// The hook token in every place of a request → in how many of them templates, transforms and records repeat it.
//
// node soak/attacks/token-everywhere.mjs [path of a built checkout]; also with bun and deno.
import { exchange, loadCheckout, requestText } from "../shared/hosts.mjs";

const TOKEN = "t0ken-of-the-soak-0123456789";
const ENCODED = TOKEN.replaceAll("-", "%2D");
const TWICE = TOKEN.replaceAll("-", "%252D");

const PLACES = {
  "X-Original-URI": { headers: [`X-Original-URI: /hooks/ci?token=${TOKEN}`] },
  "Referer, encoded": { headers: [`Referer: https://a.example/?t=${ENCODED}`] },
  "Referer, encoded twice": { headers: [`Referer: https://a.example/?u=%2F%3Ft=${TWICE}`] },
  "another gateway's header": { headers: [`X-OpenClaw-Token: ${TOKEN}`] },
  "another parameter": { target: `/hooks/ci?key=${TOKEN}` },
  "the name of a parameter": { target: `/hooks/ci?${TOKEN}` },
  "the path": { target: `/hooks/ci/${TOKEN}` },
  "the path of a refused request": { target: `/hooks/ci/${TOKEN}`, refused: true },
};

const { compileHooks, createIngress, hosts } = await loadCheckout(process.argv[2]);
const found = (value) => {
  const text = JSON.stringify(value);
  return [TOKEN, ENCODED, TWICE].some((spelling) => text.includes(spelling));
};

for (const { name, serve } of hosts) {
  const told = [];
  let seen = [];
  const hooks = compileHooks(
    {
      hooks: {
        enabled: true,
        token: TOKEN,
        mappings: [
          {
            messageTemplate: "{{path}} {{headers}} {{query}}",
            transform: { module: "keep.js" },
          },
        ],
      },
    },
    { transforms: { "keep.js": (context) => void seen.push(["transform", { ...context }]) } },
  );
  const ingress = createIngress({
    hooks,
    dispatch: (action) => void seen.push(["template", action.parts]),
    observer: (record) => void seen.push(["record", record]),
  });
  const { port, close } = await serve(ingress);
  for (const [place, { target = "/hooks/ci", headers = [], refused }] of Object.entries(PLACES)) {
    seen = [];
    const credential = refused === true ? [] : [`Authorization: Bearer ${TOKEN}`];
    await exchange(port, requestText(target, [...credential, ...headers]));
    const readers = seen.filter(([, value]) => found(value)).map(([reader]) => reader);
    if (seen.length === 0) throw new Error("no record");
    if (readers.length > 0) told.push(`${place} (${[...new Set(readers)].join(", ")})`);
  }
  console.log(`${name}: told in ${told.length} of ${Object.keys(PLACES).length} places`);
  for (const place of told) console.log(`  ${place}`);
  await close();
}
process.exit();
