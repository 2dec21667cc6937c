import { sql } from 'kysely';
import { z } from 'zod';
import { idParam } from '../../../contract/fields.ts';
import { may } from '../../../contract/permissions.ts';
import { semesters, wholeSemester, wholeSemesterDone } from '../../../contract/semester.ts';
import type { Api, Parts } from '../../parts.ts';
import { inTransaction } from '../../platform/database/faults.ts';
import type { Database } from '../../platform/database/pool.ts';
import { forbidden, notFound } from '../../platform/http/api-error.ts';
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

/** A semester with all its classes, in one step; or back again with those that went with it (rolls and rates stay). */
async function archiveWhole(database: Database, id: number, restore: boolean): Promise<number> {
  return inTransaction(database, async (trx) => {
    const found = await trx.selectFrom('semester').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    if (!found) throw notFound('This semester');
    const since = sql`(select archived_at from semester where id = ${id})`;
    if (!restore) await sql`update semester set archived_at = coalesce(archived_at, now()) where id = ${id}`.execute(trx);
    const { rows } = await sql`
      update class_schedule set archived_at = ${restore ? sql`null` : since}
      where semester_id = ${id} and ${restore ? sql`archived_at = ${since}` : sql`archived_at is null`} returning id`.execute(trx);
    if (restore) await sql`update semester set archived_at = null where id = ${id}`.execute(trx);
    return rows.length;
  });
}

export function semesterRoutes(api: Api, { database, clock: { today } }: Parts): Mounted {
  const whole = { params: z.object({ id: idParam }), body: wholeSemester, response: { 200: wholeSemesterDone } };
  api.post('/semesters/:id/whole', { schema: whole }, async ({ params: { id }, body: { archive }, who }) => {
    if (!may(who.permissions, 'Timetables', 'delete')) throw forbidden('You do not have permission to perform this action.');
    return { classes: await archiveWhole(database, id, archive === 'restore') };
  });
  return mountSection(api, semesters, readingOf(database, listing, today), writing, { database, today });
}
