// A handshake that signs, asked by a stranger for the signature of an event → which answers open the route.
//
// node soak/attacks/handshake-oracle.mjs [path of a built checkout]
// Real requests to createHooksServer on loopback, without a secret of any kind. Takes about 5 s.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { loadCheckout } from "../shared/hosts.mjs";

const SECRET = "a-secret-that-no-stranger-has-0123";
const ASKS = {
  linkedin: (text) => `challengeCode=${text}`,
  x: (text) => `crc_token=${text}`,
};
const BODIES = { empty: "", form: "a=b", word: "abc" };
/** As the vendor signs, and as an operator could write it beside the vendor. */
const SIGNED = [undefined, "hmacsha256={body}", "{timestamp}.{body}", "{header:x-part}{body}"];

const root = resolve(process.argv[2] ?? ".");
const { compileHooks, createIngress, hosts } = await loadCheckout(root);
const { PROVIDERS, signRequest, createWebCrypto } = await import(
  pathToFileURL(resolve(root, "packages/core/dist/auth/index.js")).href
);
const crypto = createWebCrypto(globalThis.crypto.subtle);

const setups = PROVIDERS.flatMap(({ id, signatures = [] }) =>
  signatures
    .filter(({ scheme, key }) => scheme === "hmac" && key === "utf8")
    .flatMap((scheme) =>
      SIGNED.flatMap((signed) =>
        Object.keys(ASKS).map((name) => ({ id, scheme, signed, handshake: { name } })),
      ),
    ),
);

/** What the stranger has in place of a key: the answers of the handshake. */
function keyOf(url, name) {
  return {
    async sign(parts) {
      const text = Buffer.concat(parts.map((part) => Buffer.from(part)));
      const asked = ASKS[name](encodeURIComponent(text.toString("latin1")));
      const response = await fetch(`${url}?${asked}`);
      if (response.status !== 200) return new Uint8Array(32);
      const { challengeResponse = "", response_token: token = "" } = await response.json();
      return challengeResponse === ""
        ? Buffer.from(token.slice("sha256=".length), "base64")
        : Buffer.from(challengeResponse, "hex");
    },
  };
}

async function attack({ id, scheme, signed, handshake }) {
  const publicUrl = "https://hooks.example.com/hooks/x";
  const auth = { provider: id, secret: SECRET, publicUrl, handshake, ...(signed && { signed }) };
  const mapping = { id: "x", match: { path: "x" }, auth, messageTemplate: "x" };
  let hooks;
  try {
    const token = "t0ken-of-the-soak-0123456789";
    hooks = compileHooks({ hooks: { enabled: true, token, mappings: [mapping] } });
  } catch {
    // No config: this text needs a time or a header that the vendor does not send.
    return undefined;
  }
  let runs = 0;
  const dispatch = () => {
    runs += 1;
    return { runId: "run" };
  };
  const throttle = { fail: () => 0 };
  const { port, close } = await hosts[0].serve(createIngress({ hooks, dispatch, throttle }));
  const url = `http://127.0.0.1:${port}/hooks/x`;
  const opened = [];
  for (const [name, body] of Object.entries(BODIES)) {
    const options = { crypto, key: keyOf(url, handshake.name), body, sentAt: Date.now() };
    const contentType = name === "form" ? "application/x-www-form-urlencoded" : "application/json";
    const row = { ...scheme, ...(signed && { signed }) };
    const headers = { "x-part": "part" };
    const request = { ...options, id: "id-1", publicUrl, headers, contentType };
    const sent = await signRequest(row, request);
    if (!sent.ok) continue;
    const before = runs;
    await fetch(sent.query === "" ? url : `${url}?${sent.query}`, { ...sent, method: "POST" });
    if (runs > before) opened.push(name);
  }
  await close();
  return opened;
}

const opened = [];
let tried = 0;
for (const setup of setups) {
  const bodies = await attack(setup);
  if (bodies === undefined) continue;
  tried += 1;
  if (bodies.length > 0) opened.push({ ...setup, bodies });
}
console.log(`${tried} configs tried, ${opened.length} opened by a stranger`);
for (const { id, signed = "as the vendor signs", handshake, bodies } of opened.slice(0, 12)) {
  console.log(`  ${id}, ${signed}, handshake ${handshake.name}: ${bodies.join(", ")}`);
}
process.exit(opened.length === 0 ? 0 : 1);
