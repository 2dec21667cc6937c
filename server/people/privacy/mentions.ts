import { sql, type RawBuilder } from 'kysely';
import { likePattern } from '#server/platform/http/lists.ts';

/** The values that name a student in a text. */
export interface StudentName {
  student_id: string;
  first_name: string;
  last_name: string;
}

/** Notes whose text mentions the student: by ID, or by first and last name. */
export function mentionsStudent({
  student_id,
  first_name,
  last_name,
}: StudentName): RawBuilder<boolean> {
  return sql<boolean>`(lower(n.note) like ${likePattern(student_id.toLowerCase())}
    or (lower(n.note) like ${likePattern(first_name.toLowerCase())}
      and lower(n.note) like ${likePattern(last_name.toLowerCase())}))`;
}
