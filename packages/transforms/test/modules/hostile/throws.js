// Throws values that are not errors, and errors that cannot be read.
export default ({ payload }) => {
  throw THROWN[payload.what]();
};

const THROWN = {
  text: () => "just text",
  null: () => null,
  undefined: () => undefined,
  proxy: () => new Proxy(new Error("hidden"), { get: fail }),
  getter: () => Object.defineProperty(new Error("hidden"), "message", { get: fail }),
  long: () => new Error("x".repeat(1_000_000)),
};

function fail() {
  throw new Error("from within");
}
