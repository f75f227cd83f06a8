// The other ways: `null` for nothing to do, `undefined` to leave the mapping's action as it is.
export const handled = () => null;
export const unchanged = async () => undefined;
