// The two functions of json-logic-js that are used: its operators on values, and what it takes for true.
declare module "json-logic-js" {
  const jsonLogic: {
    readonly apply: (rule: unknown, data: unknown) => unknown;
    readonly truthy: (value: unknown) => boolean;
  };
  export default jsonLogic;
}
