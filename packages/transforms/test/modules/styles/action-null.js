// Returns nothing to do, in one of several ways.
export default () => ({ action: null });
