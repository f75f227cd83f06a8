// A JSON Logic rule as TypeScript infers it → what is wrong with its operators, as a type.

/** How many arguments each operator takes; `number`: any number of them. */
export interface OperatorArities {
  readonly var: 1 | 2;
  readonly missing: number;
  readonly missing_some: 2;
  readonly exists: number;
  readonly if: number;
  readonly "?:": 3;
  readonly and: number;
  readonly or: number;
  readonly map: 2;
  readonly filter: 2;
  readonly all: 2;
  readonly none: 2;
  readonly some: 2;
  readonly reduce: 2 | 3;
  readonly find: 2 | 3;
  readonly count: 1 | 2;
  readonly startsWith: 2;
  readonly endsWith: 2;
  readonly matches: 2 | 3;
  readonly parseJson: 1 | 2;
  readonly "==": 2;
  readonly "===": 2;
  readonly "!=": 2;
  readonly "!==": 2;
  readonly "!": 1;
  readonly "!!": 1;
  readonly ">": 2;
  readonly ">=": 2;
  readonly "<": 2 | 3;
  readonly "<=": 2 | 3;
  readonly max: number;
  readonly min: number;
  readonly "+": number;
  readonly "-": 1 | 2;
  readonly "*": number;
  readonly "/": 2;
  readonly "%": 2;
  readonly merge: number;
  readonly in: 2;
  readonly cat: number;
  readonly substr: 2 | 3;
}

/** A single argument need not be in a list. */
type ArgumentsOf<Written> = Written extends readonly unknown[] ? Written : readonly [Written];

/** A list of which TypeScript does not know the length is counted when the config is compiled. */
type HasArity<Count, Arity> = number extends Count ? true : Count extends Arity ? true : false;

type OperationFault<Name, Written> = Name extends keyof OperatorArities
  ? HasArity<ArgumentsOf<Written>["length"], OperatorArities[Name]> extends true
    ? RuleFault<ArgumentsOf<Written>[number]>
    : `"${Name}" takes another number of arguments`
  : Name extends string
    ? `There is no operator "${Name}"`
    : never;

/** Never where nothing is wrong, and for all that TypeScript has widened. */
export type RuleFault<Rule> = unknown extends Rule
  ? never
  : Rule extends readonly unknown[]
    ? RuleFault<Rule[number]>
    : Rule extends object
      ? string extends keyof Rule
        ? never
        : { readonly [Name in keyof Rule]: OperationFault<Name, Rule[Name]> }[keyof Rule]
      : never;
