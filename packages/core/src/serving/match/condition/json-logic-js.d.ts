// The functions of json-logic-js that are used: its operators on values, and what it takes for true.
declare module "json-logic-js" {
  const jsonLogic: {
    readonly apply: (rule: unknown, data: unknown) => unknown;
    /** Replaces an operator for everybody. Only a test does. */
    readonly add_operation: (
      name: string,
      operation: (left: unknown, right: unknown, third?: unknown) => unknown,
    ) => void;
    readonly truthy: (value: unknown) => boolean;
  };
  export default jsonLogic;
}
