// Preloaded by tools/shift-clocks.mjs in each process and worker: both look 2,000 s older than they are.
const AGE_MS = 2_000_000;

const now = performance.now.bind(performance);
const timeOrigin = performance.timeOrigin - AGE_MS;
performance.now = () => now() + AGE_MS;
Object.defineProperty(performance, "timeOrigin", { value: timeOrigin });
