// One of the ways to say that there is nothing to do.
export default () => ({ action: null });
