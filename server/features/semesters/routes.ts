import { sql } from 'kysely';
import { semesters } from '../../../contract/semester.ts';
import type { Api, Parts } from '../../parts.ts';
import { among, readingOf, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { mountSection, type Mounted } from '../../platform/resource/mount.ts';
import type { Writing } from '../../platform/resource/writing.ts';

const listing: Listing<ListAsked & { id?: number[]; year?: number[]; semester?: number[] }> = {
  table: 'semester',
  columns: () => sql`x.id, x.year, x.semester, x.batch, x.semester_start_date, x.semester_end_date, x.class_start_date, x.class_end_date`,
  // As it is written in pickers, and short: 2026/2/2026.
  search: (word) => sql`
    lower(concat(x.year, ', semester ', x.semester, ', batch ', x.batch, ' ', x.year, '/', x.semester, '/', x.batch)) like ${word}`,
  filters: ({ id, year, semester }) => [among('x.id', id), among('x.year', year), among('x.semester', semester)],
  orders: {
    year: [sql`x.year`, sql`x.semester`],
    semester: [sql`x.semester`, sql`x.year`],
    batch: [sql`x.batch collate natural_order`],
    semester_start_date: [sql`x.semester_start_date`],
  },
};

const writing: Writing = {
  table: 'semester',
  unique: { semester_year_semester_batch_key: ['semester', 'already exists for this year and batch'] },
  usedBy: [{ table: 'class_schedule', column: 'semester_id', names: ['class of the timetable', 'classes of the timetable'] }],
};

export function semesterRoutes(api: Api, { database, clock: { today } }: Parts): Mounted {
  return mountSection(api, semesters, readingOf(database, listing, today), writing, { database, today });
}
