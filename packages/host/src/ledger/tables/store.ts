// What all tables work on: the database with its prepared statements, and the few ports.
import type { LedgerLimits } from "../../model/ledger.ts";
import type { Page } from "../../model/timeline.ts";
import type { SqlDatabase, SqlRow, SqlStatement, SqlValue } from "../driver.ts";
import { LedgerError } from "../ledger-error.ts";

export interface Store {
  /** A statement is prepared at its first use. */
  sql(text: string): SqlStatement;
  readonly limits: LedgerLimits;
  /** Milliseconds since the epoch. */
  clock(): number;
  warn(message: string): void;
}

export function createStore(
  database: SqlDatabase,
  ports: { limits: LedgerLimits; clock: () => number; warn: (message: string) => void },
): Store {
  const statements = new Map<string, SqlStatement>();
  return {
    ...ports,
    sql(text) {
      const known = statements.get(text);
      if (known !== undefined) return known;
      const statement = database.prepare(text);
      statements.set(text, statement);
      return statement;
    },
  };
}

/** The SQL text of a condition, and its values. */
export interface Where {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Conditions without a value are left out. */
export function allOf(conditions: readonly (readonly [string, SqlValue | undefined])[]): Where {
  const given = conditions.filter(([, value]) => value !== undefined);
  return {
    text: ["true", ...given.map(([text]) => text)].join(" AND "),
    values: given.map(([, value]) => value as SqlValue),
  };
}

export const LIST_LIMIT = 100;

interface PageQuery {
  /** The word of the list: a cursor of another one is refused. */
  readonly list: string;
  /** `SELECT … FROM …`; a join keeps the rows of `table`. */
  readonly select: string;
  readonly table: string;
  readonly where: Where;
  /** Default: the newest first. */
  readonly oldestFirst?: boolean;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Numbers of rows never change and follow the order of commits, so a cursor is the number of the last row. */
export function readPage<Item>(
  store: Store,
  { list, select, table, where, oldestFirst = false, limit = LIST_LIMIT, cursor }: PageQuery,
  read: (row: SqlRow) => Item,
): Page<Item> {
  const [sign, order] = oldestFirst ? [">", "ASC"] : ["<", "DESC"];
  const after = cursor === undefined ? undefined : readCursor(list, cursor)[0];
  const { text, values } = allOf([[`${table}.seq ${sign} ?`, after]]);
  const rows = store
    .sql(`${select} WHERE ${where.text} AND ${text} ORDER BY ${table}.seq ${order} LIMIT ?`)
    .all(...where.values, ...values, limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const items = rows.slice(0, limit).map(read);
  return last === undefined ? { items } : { items, next: cursorOf(list, [numberOf(last, "seq")]) };
}

export function cursorOf(list: string, last: readonly number[]): string {
  return Buffer.from([list, ...last].join(" ")).toString("base64url");
}

export function readCursor(list: string, cursor: string): readonly number[] {
  const [word, ...numbers] = Buffer.from(cursor, "base64url").toString().split(" ");
  const isOne = word === list && numbers.every((text) => /^\d{1,15}$/.test(text));
  if (isOne && numbers.length > 0) return numbers.map(Number);
  throw new LedgerError("cursor_invalid", `The cursor is not one of the list of ${list}`);
}

export function textOf(row: SqlRow, column: string): string {
  return row[column] as string;
}

export function numberOf(row: SqlRow, column: string): number {
  return row[column] as number;
}

/** The record of a row: every field is listed, and those without a value are absent. */
export function recordOf<T extends object>(fields: { readonly [K in keyof T]-?: unknown }): T {
  const present = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(present) as T;
}

export function orNull<T>(value: T | undefined): T | null {
  return value ?? null;
}

/** Lone surrogates, and U+0000: in Unicode mode a pair is one character. */
const UNKEPT = /[\p{Surrogate}\0]/u;
const ALL_UNKEPT = new RegExp(UNKEPT, "gu");

/**
 * Identifiers from outside (session keys, recipients, idempotency keys) are compared exactly. SQLite keeps
 * UTF-8 without lone surrogates, and a driver may end a text at U+0000: such an identifier,
 * and one that begins as its substitute does, is kept as JSON.
 */
export function exactText(text: string): string {
  const isPlain = !text.startsWith('"') && !UNKEPT.test(text);
  return isPlain ? text : JSON.stringify(text);
}

export function fromExactText(text: string): string {
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}

/** A text for people: what SQLite cannot keep is replaced. */
export function plainText(text: string): string {
  return text.replaceAll(ALL_UNKEPT, "\ufffd");
}

export function plainOrNull(text: string | undefined): string | null {
  return text === undefined ? null : plainText(text);
}

/** Values of the column `head` of runs and deliveries; 0 is behind another of its key or recipient, or has ended. */
const HEAD_WAITS = 1;
export const HEAD_IS_READY = 2;
export const HEAD_WORKS = 3;
/** Of runs alone: their runner is paused. */
export const HEAD_IS_HELD = 4;
/** Of runs alone: an operator paused their mapping, or as many of it run as may. */
export const HEAD_IS_PARKED = 5;

/** It gathers further events: see `windows`. */
export const HEAD_GATHERS = 6;

export function headOf(dueAt: number, now: number): number {
  return dueAt <= now ? HEAD_IS_READY : HEAD_WAITS;
}
