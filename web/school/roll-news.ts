interface ClassOnDate {
  id: number;
  date: string;
}

/** When a roll was read, and when the live stream changed each of its students: milliseconds since the page was opened. */
interface News {
  readAt: number;
  changedAt: Map<number, number>;
}

const newsOfRolls = new Map<string, News>();

function newsOf({ id, date }: ClassOnDate): News {
  const key = `${id} ${date}`;
  const news = newsOfRolls.get(key) ?? { readAt: -Infinity, changedAt: new Map<number, number>() };
  newsOfRolls.set(key, news);
  return news;
}

/** Records that a roll was read now. */
export function noteRead(of: ClassOnDate): void {
  newsOf(of).readAt = performance.now();
}

/** Records that the live stream has changed these students now. */
export function noteChanges(of: ClassOnDate, students: number[]): void {
  const { changedAt } = newsOf(of);
  for (const student of students) changedAt.set(student, performance.now());
}

/**
 * Whether the screen may have something newer of a student than the answer to a mark that was made then: another device
 * may have changed the student while the answer was under way.
 */
export function hasNewsSince(of: ClassOnDate, student: number, made: number): boolean {
  const { readAt, changedAt } = newsOf(of);
  return readAt >= made || (changedAt.get(student) ?? -Infinity) >= made;
}
