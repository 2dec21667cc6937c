/**
 * Finds a column name that occurs more than once in a CSV header: only one of the columns could be read.
 * @returns the message for the first such name, with the positions of its columns; null when there is none.
 */
export function repeatedColumn(names: readonly string[]): { name: string; message: string } | null {
  const name = names.find((each, position) => each !== '' && names.indexOf(each) < position);
  if (name === undefined) return null;
  const positions = names.flatMap((each, position) => (each === name ? [position + 1] : []));
  const last = positions.pop();
  return {
    name,
    message: `columns ${positions.join(', ')} and ${last} have the same name: rename or remove one`,
  };
}
