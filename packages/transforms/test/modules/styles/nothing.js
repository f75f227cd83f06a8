// Returns `null` for nothing to do, or `undefined` to keep the mapping's action.
export const handled = () => null;
export const unchanged = async () => undefined;
