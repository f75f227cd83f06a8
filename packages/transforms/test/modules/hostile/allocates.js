// Allocates memory without end, in ways that V8 and the system count differently.
export default ({ payload }) => {
  TAKE[payload.what]();
};

const TAKE = {
  objects: () => {
    for (const kept = []; ; ) kept.push({ list: [1, 2, 3] });
  },
  numbers: () => {
    for (const kept = []; ; ) kept.push(1.5);
  },
  map: () => {
    for (let kept = new Map(), index = 0; ; index++) kept.set(index, index);
  },
  text: () => JSON.stringify({ message: "x".repeat(500_000_000) }),
  buffers: () => {
    for (const kept = []; ; ) kept.push(Buffer.alloc(10_000_000, 1));
  },
};
