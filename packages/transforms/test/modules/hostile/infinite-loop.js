// Never gives the thread back.
export default () => {
  for (;;);
};
