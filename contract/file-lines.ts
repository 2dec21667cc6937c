/** Lines of a file that have something in common. */
interface Lines {
  /** The first of them. */
  lines: number[];
  /** How many there are. */
  count: number;
}

/** `2, 3, 4 and 92 more`. */
export const linesText = ({ lines, count }: Lines): string =>
  count > lines.length ? `${lines.join(', ')} and ${count - lines.length} more` : lines.join(', ');
