import { sql } from 'kysely';
import { whereIn, type ListQuery, type ListDefinition } from '#server/platform/resource/list.ts';
import { contains } from '#server/platform/resource/search.ts';

type TeachersQuery = ListQuery & { id?: number[]; subject?: number[]; has_card?: boolean };

export const teacherList: ListDefinition<TeachersQuery> = {
  table: 'teacher',
  columns: () => sql`x.id, x.first_name, x.last_name, x.email, x.phone, x.card_number`,
  search: (word) =>
    contains(word, {
      texts: ['x.first_name', 'x.last_name', 'x.phone'],
      addresses: ['x.email'],
    }),
  filters: ({ id, subject, has_card }) => [
    whereIn('x.id', id),
    subject &&
      sql`x.id in (
        select s.subject_teacher_id from subject s where ${whereIn('s.id', subject)}
        union all
        select unnest(array[c.teacher_id] || c.co_teacher_ids) from class_schedule c
        where c.archived_at is null and ${whereIn('c.subject_id', subject)})`,
    has_card !== undefined && sql`(x.card_number is not null) = ${has_card}`,
  ],
  sortKeys: {
    first_name: [sql`x.first_name collate natural_order`, sql`x.last_name collate natural_order`],
    last_name: [
      sql`sort_name(x.first_name, x.last_name) collate natural_order`,
      sql`x.first_name collate natural_order`,
    ],
    email: [sql`x.email`],
  },
};
