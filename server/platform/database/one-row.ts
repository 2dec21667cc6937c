/** The row of a statement that always returns one, such as a count or an insert with `returning`. */
export function oneRow<Row>({ rows }: { rows: readonly Row[] }): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that answers one row answered none.');
  return row;
}
