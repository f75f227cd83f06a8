// Rows of a table in the order in which they were added: linked by their numbers, without an object for each.

/** No row. */
export const NOWHERE = -1;

const FIRST_ROWS = 64;

/** Adding, removing and stepping take the same time however long the list is. */
export class RowList {
  /** Of a row that is not in the list, `before` is itself. */
  #before = new Int32Array(0);
  #after = new Int32Array(0);
  #last = NOWHERE;
  #visited = NOWHERE;
  first: number = NOWHERE;

  moveToEnd(row: number): void {
    while (row >= this.#before.length) this.#grow();
    this.remove(row);
    this.#before[row] = this.#last;
    this.#after[row] = NOWHERE;
    if (this.#last === NOWHERE) this.first = row;
    else this.#after[this.#last] = row;
    this.#last = row;
  }

  remove(row: number): void {
    const before = this.#before[row] ?? row;
    if (before === row) return;
    const after = this.#after[row] as number;
    if (before === NOWHERE) this.first = after;
    else this.#after[before] = after;
    if (after === NOWHERE) this.#last = before;
    else this.#before[after] = before;
    if (this.#visited === row) this.#visited = before;
    this.#before[row] = row;
  }

  /** Each row of the list in turn, and after the last one the first again. */
  next(): number {
    const after = this.#visited === NOWHERE ? NOWHERE : (this.#after[this.#visited] as number);
    this.#visited = after === NOWHERE ? this.first : after;
    return this.#visited;
  }

  #grow(): void {
    const rows = this.#before.length;
    const before = new Int32Array(Math.max(FIRST_ROWS, 2 * rows));
    before.set(this.#before);
    for (let row = rows; row < before.length; row++) before[row] = row;
    const after = new Int32Array(before.length);
    after.set(this.#after);
    this.#before = before;
    this.#after = after;
  }
}
