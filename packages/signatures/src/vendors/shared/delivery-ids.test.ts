import { keysFromPath, parsePath } from "@hookwright/base";
import { expect, test } from "vitest";
import { PROVIDERS } from "../generated/vendors.ts";
import { DELIVERY_IDS } from "./delivery-ids.ts";

const { headers, bodies } = DELIVERY_IDS;

test("DELIVERY_IDS names each header once, and Idempotency-Key, which any sender may use, last", () => {
  const names = headers.map(({ header }) => header);
  expect(new Set(names).size).toBe(names.length);
  expect(names.at(-1)).toBe("idempotency-key");
});

test.each(PROVIDERS.filter(({ deliveryMark }) => deliveryMark !== undefined))(
  "DELIVERY_IDS has the id of $id, with its marker",
  ({ deliveryMark: mark, delivery, signatures = [] }) => {
    const json = delivery?.id?.json;
    const places = delivery?.id === undefined ? signatures.map(({ id }) => id) : [delivery.id];
    const names = places.flatMap((id) => id?.header ?? []);
    if (typeof mark === "object" && "json" in mark) {
      const keysOf = (path = "") => keysFromPath(parsePath(path) ?? []);
      expect(bodies).toContainEqual({
        id: keysOf(json),
        marker: keysOf(mark.json),
        ...(mark.is !== undefined && { is: mark.is }),
      });
    } else {
      expect(names).not.toEqual([]);
      const beside = typeof mark === "object" ? { beside: mark.header } : {};
      for (const header of names) expect(headers).toContainEqual({ header, ...beside });
    }
  },
);
