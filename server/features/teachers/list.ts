import { sql } from 'kysely';
import {
  whereIn,
  searchable,
  type ListQuery,
  type ListDefinition,
} from '#server/platform/resource/list.ts';

export const teacherList: ListDefinition<ListQuery & { id?: number[] }> = {
  table: 'teacher',
  columns: () => sql`x.id, x.first_name, x.last_name, x.email, x.phone, x.card_number`,
  search: (word) =>
    sql`${searchable('x.first_name', 'x.last_name', 'x.email', 'x.phone')} like ${word}`,
  filters: ({ id }) => [whereIn('x.id', id)],
  sortKeys: {
    first_name: [sql`x.first_name collate natural_order`, sql`x.last_name collate natural_order`],
    last_name: [sql`x.last_name collate natural_order`, sql`x.first_name collate natural_order`],
    email: [sql`x.email`],
  },
};
