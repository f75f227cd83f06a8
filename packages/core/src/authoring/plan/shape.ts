// Shapes of plain data: words for tables that the compiler compares with a type, and that a JSON Schema is made of.

declare const described: unique symbol;

/** What values of a type look like. `Described` is that very type: neither a part of it nor more. */
export type Shape<Described> = ShapeData & {
  readonly [described]?: (value: Described) => Described;
};

export type ShapeData =
  | { readonly is: "text" | "number" | "flag" | "any" }
  /** A whole number. */
  | { readonly is: "whole"; readonly least: number }
  | { readonly is: "choice"; readonly of: readonly (string | number | boolean)[] }
  | { readonly is: "list"; readonly of: ShapeData; readonly least: number }
  /** An object with any keys. */
  | { readonly is: "map"; readonly of: ShapeData }
  | { readonly is: "object"; readonly needs: Members; readonly may: Members }
  | { readonly is: "either"; readonly of: readonly ShapeData[] }
  /** One that contains itself. */
  | { readonly is: "named"; readonly name: string; readonly find: () => ShapeData };

export type Members = Readonly<Record<string, ShapeData>>;

/** The shapes of the members that a type always has. */
export type Needed<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: Shape<T[Name]>;
};

export type Optional<T> = {
  [Name in keyof T as undefined extends T[Name] ? Name : never]-?: Shape<
    Exclude<T[Name], undefined>
  >;
};

type DescribedBy<S> = S extends Shape<infer Described> ? Described : never;

export const text: Shape<string> = { is: "text" };
export const number: Shape<number> = { is: "number" };
export const flag: Shape<boolean> = { is: "flag" };

export function whole(least = 0): Shape<number> {
  return { is: "whole", least };
}

/** What nothing looks into. */
export function any<Described>(): Shape<Described> {
  return { is: "any" };
}

export function choice<const Value extends string | number | boolean>(
  ...of: readonly Value[]
): Shape<Value> {
  return { is: "choice", of };
}

export function list<Item>(of: Shape<Item>, least = 0): Shape<readonly Item[]> {
  return { is: "list", of, least };
}

export function pair<Item>(of: Shape<Item>): Shape<readonly [Item, Item]> {
  return { is: "list", of, least: 2 };
}

export function map<Item>(of: Shape<Item>): Shape<Readonly<Record<string, Item>>> {
  return { is: "map", of };
}

/** Its keys, and those that it may lack. Others are not looked at. */
export function object<Described>(
  needs: Needed<Described>,
  may: Optional<Described>,
): Shape<Described> {
  return { is: "object", needs: needs as Members, may: may as Members };
}

export function either<const Shapes extends readonly ShapeData[]>(
  ...of: Shapes
): Shape<DescribedBy<Shapes[number]>> {
  return { is: "either", of };
}

export function named<Described>(name: string, find: () => Shape<Described>): Shape<Described> {
  let found: Shape<Described> | undefined;
  return {
    is: "named",
    name,
    find: () => {
      found ??= find();
      return found;
    },
  };
}
