import { sql } from 'kysely';
import { courses } from '../../../contract/course.ts';
import type { Api, Parts } from '../../parts.ts';
import { among, readingOf, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { mountSection, type Mounted } from '../../platform/resource/mount.ts';
import type { Writing } from '../../platform/resource/writing.ts';

const listing: Listing<ListAsked & { id?: number[] }> = {
  table: 'course',
  columns: () => sql`x.id, x.name`,
  search: (word) => sql`${searchable('x.name')} like ${word}`,
  filters: ({ id }) => [among('x.id', id)],
  orders: { name: [sql`x.name collate natural_order`] },
};

const writing: Writing = {
  table: 'course',
  unique: { course_name_key: ['name'] },
  usedBy: [{ table: 'subject', column: 'course_id', names: ['subject', 'subjects'] }],
};

export function courseRoutes(api: Api, { database, clock: { today } }: Parts): Mounted {
  return mountSection(api, courses, readingOf(database, listing, today), writing, { database, today });
}
