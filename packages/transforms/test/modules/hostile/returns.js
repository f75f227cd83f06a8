// Returns values that cannot be used.
export default ({ payload }) => RETURNED[payload.what]();

const RETURNED = {
  proxy: () => new Proxy({}, { ownKeys: fail }),
  endlessProxy: () => endless(),
  getter: () => ({
    get message() {
      return fail();
    },
  }),
  cyclic: () => {
    const result = { message: "round" };
    result.self = result;
    return result;
  },
  bigint: () => ({ timeoutSeconds: 10n }),
  function: () => () => undefined,
  symbol: () => Symbol("result"),
  thenable: () => ({
    // biome-ignore lint/suspicious/noThenProperty: that is what is tested
    then() {
      throw new Error("from then");
    },
  }),
  longText: () => ({ message: "x".repeat(100_000_000) }),
};

function fail() {
  throw new Error("from within");
}

function endless() {
  return new Proxy({}, { get: (_, key) => (key === "then" ? undefined : endless()), ...KEYS });
}

const KEYS = {
  ownKeys: () => ["next"],
  getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
};
