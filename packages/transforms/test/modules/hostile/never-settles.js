// Waits for nothing.
export default () => new Promise(() => undefined);
