import { sql } from 'kysely';
import type { ListedStudent } from '#contract/student.ts';
import { jsonObject } from '#server/platform/database/json-object.ts';
import { onRedList } from './red-list.ts';

/** The student `s` as lists name them. */
export const listedStudent = jsonObject<ListedStudent>({
  id: sql`s.id`,
  student_id: sql`s.student_id`,
  first_name: sql`s.first_name`,
  last_name: sql`s.last_name`,
  in_red_list: onRedList(sql`s.id`),
});
