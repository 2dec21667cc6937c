import { sql } from 'kysely';
import { classrooms } from '../../../contract/classroom.ts';
import type { Api, Parts } from '../../parts.ts';
import { among, readingOf, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { mountSection, type Mounted } from '../../platform/resource/mount.ts';
import type { Writing } from '../../platform/resource/writing.ts';

const listing: Listing<ListAsked & { id?: number[] }> = {
  table: 'classroom',
  columns: () => sql`x.id, x.room_number, x.capacity`,
  search: (word) => sql`${searchable('x.room_number')} like ${word}`,
  filters: ({ id }) => [among('x.id', id)],
  orders: { room_number: [sql`x.room_number collate natural_order`], capacity: [sql`x.capacity`, sql`x.room_number collate natural_order`] },
};

const writing: Writing = {
  table: 'classroom',
  unique: { classroom_room_number_key: ['room_number'] },
  usedBy: [{ table: 'class_schedule', column: 'classroom_id', names: ['class of the timetable', 'classes of the timetable'] }],
};

export function classroomRoutes(api: Api, { database, clock: { today } }: Parts): Mounted {
  return mountSection(api, classrooms, readingOf(database, listing, today), writing, { database, today });
}
