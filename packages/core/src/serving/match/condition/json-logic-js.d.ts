// The used functions of json-logic-js: its operators on values, and its test for truth.
declare module "json-logic-js" {
  const jsonLogic: {
    readonly apply: (rule: unknown, data: unknown) => unknown;
    /** Replaces an operator globally. Only a test uses it. */
    readonly add_operation: (
      name: string,
      operation: (left: unknown, right: unknown, third?: unknown) => unknown,
    ) => void;
    readonly truthy: (value: unknown) => boolean;
  };
  export default jsonLogic;
}
