import { sql } from 'kysely';
import type { ListedStudent } from '#contract/student.ts';
import { onRedList } from '../red-list/predicates.ts';

/** The student `s` as lists name them. */
export const listedStudent = sql<ListedStudent>`jsonb_build_object('id', s.id,
  'student_id', s.student_id, 'first_name', s.first_name, 'last_name', s.last_name,
  'in_red_list', ${onRedList(sql`s.id`)})`;
