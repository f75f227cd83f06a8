throw new Error("This must not run.");
export default () => null;
