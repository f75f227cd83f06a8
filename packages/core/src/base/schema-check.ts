// The type of a generated validator, as in Ajv's standalone code.

export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface SchemaCheck {
  (data: unknown): boolean;
  /** Set by the last call; read it before the next one. */
  errors?: readonly SchemaError[] | null;
}
