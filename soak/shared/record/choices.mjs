// A seed → numbers, choices and texts that are the same for the same seed.
import { createRandom } from "../random.mjs";

/** @param {number} seed */
export function createChoices(seed) {
  const random = createRandom(seed);
  /** @param {number} limit @returns {number} from 0 up to the limit, which it never is */
  const below = (limit) => Math.floor(random() * limit);
  /** @type {<T>(list: readonly T[]) => T} */
  const choose = (list) => /** @type {any} */ (list[below(list.length)]);
  /** @param {string} characters @param {number} length */
  const text = (characters, length) =>
    Array.from({ length }, () => characters[below(characters.length)]).join("");
  return {
    below,
    choose,
    /** @param {number} length */
    alnum: (length) => text("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", length),
    /** @param {number} length */
    digits: (length) => text("123456789", length),
  };
}

/** @typedef {ReturnType<typeof createChoices>} Choices */
