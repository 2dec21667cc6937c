import { sql, type RawBuilder } from 'kysely';
import { shownLastName } from '#contract/person-name.ts';
import { likePattern } from '#server/platform/http/lists.ts';

/** The values that name a student in a text. */
export interface StudentName {
  student_id: string;
  first_name: string;
  last_name: string;
}

/** Notes whose text mentions the student: by ID, or by first and last name; one name alone may be anybody's. */
export function mentionsStudent(student: StudentName): RawBuilder<boolean> {
  const contains = (text: string) => sql`lower(n.note) like ${likePattern(text.toLowerCase())}`;
  const { student_id, first_name } = student;
  const last = shownLastName(student);
  return last
    ? sql<boolean>`(${contains(student_id)} or (${contains(first_name)} and ${contains(last)}))`
    : sql<boolean>`(${contains(student_id)})`;
}
