import { sql } from 'kysely';
import { holidays } from '../../../contract/holiday.ts';
import type { Api, Parts } from '../../parts.ts';
import { among, readingOf, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { mountSection, type Mounted } from '../../platform/resource/mount.ts';
import type { Writing } from '../../platform/resource/writing.ts';

const listing: Listing<ListAsked & { id?: number[]; start_date?: string; end_date?: string }> = {
  table: 'holiday',
  columns: () => sql`x.id, x.name, x.date_from, x.date_to`,
  search: (word) => sql`${searchable('x.name')} like ${word}`,
  filters: ({ id, start_date, end_date }) => [
    among('x.id', id),
    start_date && sql`x.date_to >= ${start_date}::date`,
    end_date && sql`x.date_from <= ${end_date}::date`,
  ],
  orders: { date_from: [sql`x.date_from`], date_to: [sql`x.date_to`], name: [sql`x.name collate natural_order`] },
};

const writing: Writing = { table: 'holiday', unique: { holiday_once: ['name', 'already exists for these dates'] }, usedBy: [] };

export function holidayRoutes(api: Api, { database, clock: { today } }: Parts): Mounted {
  return mountSection(api, holidays, readingOf(database, listing, today), writing, { database, today });
}
