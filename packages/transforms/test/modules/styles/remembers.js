// Counts in memory: the first worker of a module lives as long as the module does not change.
let calls = 0;

export default () => {
  calls += 1;
  return { message: `${calls}` };
};
