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

/** Whether the live stream has changed a student after a time: the screen may have something newer than an answer. */
export const wasChangedSince = (of: ClassOnDate, student: number, made: number): boolean =>
  (newsOf(of).changedAt.get(student) ?? -Infinity) >= made;

/** Whether a roll was read after a time: the read may have something newer than an answer, or have missed it. */
export const wasReadSince = (of: ClassOnDate, made: number): boolean => newsOf(of).readAt >= made;
