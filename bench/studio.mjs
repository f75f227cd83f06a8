// The playground in Chromium, with real key presses: when a letter and its result are painted, what holds up the main
// thread, and what the worker needs. Build first; CHROMIUM=PATH names the browser. The figures are those of a machine,
// so run it when nothing else runs.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { printTable } from "./shared/interleave.mjs";

const EXECUTABLE = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const PAGES = fileURLToPath(new URL("../packages/studio/dist", import.meta.url));
const RECIPES = fileURLToPath(new URL("../packages/samples/recipes", import.meta.url));
const EVENTS = fileURLToPath(new URL("../packages/samples/events", import.meta.url));

const MAPPINGS = [1, 10, 64];
/** Each is one key press. */
const KEYS = Number(process.env["BENCH_KEYS"] ?? 100);
const COLD_STARTS = Number(process.env["BENCH_ROUNDS"] ?? 11);
const WORKER_CALLS = 40;
const NEW_WINDOW_MS = 2_500;

/** Slower than a fast typist, so that each key has a result of its own. */
const PAUSE_MS = 350;

/**
 * A key that is held down, or the fastest typist. Without any pause, 300 keys come in a second, and Chromium paints only
 * every 100 ms: keys go before frames.
 */
const REPEAT_MS = 33;

/** @typedef {import("playwright-core").Page} Page */

export async function run() {
  if (!existsSync(EXECUTABLE)) throw new Error("Install chromium, or name it: CHROMIUM=PATH.");
  const server = await serve();
  const browser = await chromium.launch({ executablePath: EXECUTABLE });
  try {
    const rows = [];
    for (const count of MAPPINGS) rows.push(await typeAt(browser, server.url, count));
    printTable(
      `${KEYS} keys one by one and ${KEYS} as a key that is held down, median / p95 in ms`,
      ["mappings", "KB", "letter painted", "result painted", "letter, held down", "long tasks"],
      rows,
    );
    printTable(
      "the worker of the page, median / p95 in ms",
      [
        "mappings",
        "one template edited",
        "all compiled again",
        "the same with 120 events",
        "strip",
      ],
      await timeWorker(browser, server.url),
    );
    // The page comes with the result of its example. That of a link needs the engine.
    const fragments = { "the example": "", "a link": linkTo(configOf(1)) };
    const starts = [];
    for (const [name, fragment] of Object.entries(fragments)) {
      const times = [];
      for (let count = 0; count < COLD_STARTS; count += 1) {
        times.push(await startCold(browser, `${server.url}/play/index.html${fragment}`));
      }
      starts.push([name, summary(times)]);
    }
    printTable("without a cache", ["first result of", "median / p95 in ms"], starts);
  } finally {
    await browser.close();
    server.close();
  }
}

/**
 * Notes the time of each key, of the frame that shows its letter, and of the frame that shows its result. A frame is
 * painted before a message that was posted in it arrives.
 */
const NOTE_TIMES = `
globalThis.noted = { letters: [], results: [], tasks: [], first: undefined };
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) noted.tasks.push(duration);
}).observe({ type: "longtask" });
const afterTask = (then) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => then(performance.now());
  port2.postMessage(undefined);
};
// What a page draws in a frame is painted with it: the next one would be too late.
let isFrame = false;
const onFrame = requestAnimationFrame;
globalThis.requestAnimationFrame = (callback) => onFrame((time) => {
  if (!isFrame) afterTask(() => { isFrame = false; });
  isFrame = true;
  callback(time);
});
const afterPaint = (then) => isFrame ? afterTask(then) : onFrame(() => afterTask(then));
let pressed;
addEventListener("input", (event) => {
  const at = pressed ?? event.timeStamp;
  afterPaint((now) => noted.letters.push(now - at));
}, true);
addEventListener("keydown", ({ timeStamp }) => { pressed = timeStamp; }, true);
let seen;
const look = () => {
  const text = document.querySelector(".message .box.outside")?.textContent;
  if (text === undefined || text === seen) return;
  seen = text;
  const at = pressed;
  afterPaint((now) => {
    noted.first ??= now;
    if (at !== undefined) noted.results.push(now - at);
  });
};
addEventListener("DOMContentLoaded", () => {
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
});
`;

/** @param {import("playwright-core").Browser} browser @param {string} url @param {number} count of mappings */
async function typeAt(browser, url, count) {
  const page = await browser.newPage();
  await page.addInitScript(NOTE_TIMES);
  await page.goto(`${url}/play/index.html`);
  await page.waitForSelector(".message .box.outside");
  const config = configOf(count);
  await page.getByLabel("Format").selectOption("json5");
  await page.getByLabel("Config", { exact: true }).focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(config);
  await page.waitForSelector('.result:not(.stale) .message .box.outside:has-text("typed:")');
  await page.evaluate(`(() => {
    const area = document.querySelector("textarea.area");
    const at = area.value.lastIndexOf("typed: ") + 7;
    area.focus();
    area.setSelectionRange(at, at);
  })()`);
  await page.waitForTimeout(1_000);
  /** @param {number} every ms */
  const type = async (every) => {
    await page.evaluate("noted.letters = []; noted.results = []; noted.tasks = [];");
    let due = performance.now();
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press("abcdefghij"[key % 10] ?? "a");
      due += every;
      await page.waitForTimeout(Math.max(0, due - performance.now()));
    }
    await page.waitForTimeout(1_500);
    return /** @type {{ letters: number[], results: number[], tasks: number[] }} */ (
      await page.evaluate("noted")
    );
  };
  const slow = await type(PAUSE_MS);
  const fast = await type(REPEAT_MS);
  await page.close();
  return [
    String(count),
    (config.length / 1_000).toFixed(1),
    summary(slow.letters),
    summary(slow.results),
    summary(fast.letters),
    `${slow.tasks.length + fast.tasks.length}${longest([...slow.tasks, ...fast.tasks])}`,
  ];
}

/** @param {readonly number[]} tasks */
function longest(tasks) {
  return tasks.length === 0 ? "" : `, longest ${Math.max(...tasks).toFixed(0)} ms`;
}

/** @param {import("playwright-core").Browser} browser @param {string} url */
async function timeWorker(browser, url) {
  const { worker } = JSON.parse(readFileSync(join(PAGES, "play/files.json"), "utf8"));
  const rows = [];
  for (const count of MAPPINGS) {
    const page = await browser.newPage();
    await page.goto(`${url}/empty.html`);
    const samples = readSamples();
    const question = { config: configOf(count), format: "json5", event: EVENT };
    const asked = { worker: `/play/${worker}`, samples, question, calls: WORKER_CALLS };
    const { edited, whole, events } = /** @type {Record<string, number[]>} */ (
      await page.evaluate(`(${askWorker})(${JSON.stringify(asked)})`)
    );
    const strip = Math.max(0, median(events ?? []) - median(edited ?? []));
    rows.push([
      String(count),
      summary(edited ?? []),
      summary(whole ?? []),
      summary(events ?? []),
      `${strip.toFixed(1)} for ${samples.length} events`,
    ]);
    await page.close();
  }
  return rows;
}

/** Runs in the page. */
const askWorker = `async ({ worker: url, samples, question, calls }) => {
  const worker = new Worker(url, { type: "module" });
  let id = 0;
  const ask = (question) => new Promise((resolve) => {
    const at = performance.now();
    worker.onmessage = ({ data }) => {
      if (data.answer.result === undefined) throw new Error(JSON.stringify(data.answer));
      resolve(performance.now() - at);
    };
    id += 1;
    worker.postMessage({ kind: "ask", id, question });
  });
  const times = async (samples, change) => {
    await ask({ ...question, samples });
    const found = [];
    for (let call = 0; call < calls; call += 1) {
      found.push(await ask({ ...question, config: change(question.config, call) }));
    }
    return found.slice(5);
  };
  const template = (config, call) => config.replace("typed: ", "typed: " + call);
  // A setting outside of the mappings: each of them is compiled again.
  const outside = (config, call) => config.replace('"maxBodyBytes": 262144', '"maxBodyBytes": ' + (262144 + call));
  return {
    edited: await times([], template),
    whole: await times([], outside),
    events: await times(samples, template),
  };
}`;

/** @param {import("playwright-core").Browser} browser @param {string} url @returns {Promise<number>} ms */
async function startCold(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(NOTE_TIMES);
  // For a new window, Chromium loads a hundred files of its own user interface, on the same cores.
  await page.goto(new URL("/empty.html", url).href);
  await page.waitForTimeout(NEW_WINDOW_MS);
  await page.goto(url);
  await page.waitForSelector(".message .box.outside");
  await page.waitForTimeout(500);
  const first = await page.evaluate("noted.first");
  await context.close();
  return Number(first);
}

const EVENT = {
  path: "github",
  headers: "",
  query: "",
  payload: JSON.stringify({ pusher: { name: "ann" } }),
};

/** As the page shares a config in JSON5. @param {string} config */
function linkTo(config) {
  const shared = JSON.stringify({ v: 1, config, format: "json5", event: EVENT });
  return `#s=${deflateRawSync(shared).toString("base64url")}`;
}

/** The mappings of the recipes, with names of their own, and the one that is typed at. @param {number} count */
function configOf(count) {
  const recipes = readdirSync(RECIPES).map(
    (name) => JSON.parse(readFileSync(join(RECIPES, name), "utf8")).hooks,
  );
  const all = recipes.flatMap(({ mappings }) => mappings);
  const others = Array.from({ length: count - 1 }, (_, index) => {
    const { transform, match, auth, ...mapping } = all[index % all.length];
    return { ...mapping, id: `m${index}`, match: { ...match, path: `hook${index}` } };
  });
  const typed = {
    id: "typed",
    match: { path: "github" },
    messageTemplate: "typed: {{pusher.name}}",
  };
  const hooks = {
    enabled: true,
    token: "${HOOK_TOKEN}",
    maxBodyBytes: 262_144,
    partials: Object.assign({}, ...recipes.map(({ partials }) => partials)),
    mappings: [...others, typed],
  };
  return JSON.stringify({ hooks }, undefined, 2);
}

/** @returns {readonly { name: string, event: unknown }[]} */
function readSamples() {
  return readdirSync(EVENTS, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .slice(0, 120)
    .map((name) => ({ name, event: JSON.parse(readFileSync(join(EVENTS, name), "utf8")) }));
}

/** @param {readonly number[]} values */
function summary(values) {
  if (values.length === 0) return "none";
  return `${median(values).toFixed(1)} / ${atShare(values, 0.95).toFixed(1)}`;
}

/** @param {readonly number[]} values */
const median = (values) => atShare(values, 0.5);

/** @param {readonly number[]} values @param {number} share */
function atShare(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".css", "text/css"],
  [".js", "text/javascript"],
  [".svg", "image/svg+xml"],
]);

/** @returns {Promise<{ url: string, close: () => void }>} */
async function serve() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://pages");
    const path = join(PAGES, pathname);
    const isThere = existsSync(path) && extname(path) !== "";
    response.writeHead(isThere || pathname === "/empty.html" ? 200 : 404, {
      "content-type": TYPES.get(extname(pathname)) ?? "text/plain",
    });
    response.end(isThere ? readFileSync(path) : "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
