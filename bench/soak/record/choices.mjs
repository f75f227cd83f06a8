// A seed → numbers, choices and texts that are the same for the same seed.
import { createRandom } from "../shared/random.mjs";

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
  const CLASSES = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"];
  /** One of each class in each three, in any order, as chance has it for most. @param {number} length */
  const mixed = (length) => {
    let result = "";
    while (result.length < length) {
      const order = choose(["abc", "acb", "bac", "bca", "cab", "cba"]);
      for (const one of order) result += text(CLASSES["abc".indexOf(one)] ?? "", 1);
    }
    return result.slice(0, length);
  };
  return {
    below,
    choose,
    from: text,
    mixed,
    /** @param {number} length */
    alnum: (length) => text("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", length),
    /** @param {number} length */
    digits: (length) => text("123456789", length),
  };
}

/** @typedef {ReturnType<typeof createChoices>} Choices */
