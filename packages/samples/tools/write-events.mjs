// @ts-check
// deliveries/ → events/<provider>/<name>.event.json: what is published.
//
// Why at build time: the payloads of GitHub are examples of its own library, a dependency of this package
// while it is built. They are not copied into the repository.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { listDeliveries, readDelivery } from "./read-delivery.mjs";

const folder = new URL("../events/", import.meta.url);

/** The time of every sample, so that what it becomes is the same each time. */
const RECEIVED_AT = "2026-01-02T03:04:05.678Z";

rmSync(folder, { recursive: true, force: true });
for (const { provider, names } of listDeliveries()) {
  mkdirSync(new URL(`${provider}/`, folder), { recursive: true });
  for (const name of names) {
    const { path, headers, query, payload } = readDelivery(provider, name).event;
    const event = {
      path,
      headers,
      ...(Object.keys(query).length > 0 && { query }),
      receivedAt: RECEIVED_AT,
      payload,
    };
    const url = new URL(`${provider}/${name}.event.json`, folder);
    writeFileSync(url, `${JSON.stringify(event, undefined, 2)}\n`);
  }
}
