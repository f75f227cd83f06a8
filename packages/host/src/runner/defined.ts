// An object → the same without the keys whose value is undefined.

type Defined<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };

export function defined<Value extends object>(value: Value): Defined<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== undefined),
  ) as Defined<Value>;
}
