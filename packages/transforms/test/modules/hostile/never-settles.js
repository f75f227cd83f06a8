// Returns a promise that never settles.
export default () => new Promise(() => undefined);
