import { contains } from '#server/platform/resource/search.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { can, type Permission } from '#contract/permissions.ts';
import { setAct } from '#server/platform/database/act.ts';
import {
  archiveWholeSemester,
  semesterEndpoints,
} from '#contract/timetable/semesters.endpoints.ts';
import type { wholeSemester, wholeSemesterDone } from '#contract/timetable/semester.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import { forbidden, notFound } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import {
  whereIn,
  createReader,
  type ListQuery,
  type ListDefinition,
} from '#server/platform/resource/list.ts';
import { asOperation, type OperationOptions } from '#server/platform/resource/bulk-operation.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import { publishPlan } from '#server/school/live-marks.ts';
import { planAt, planning } from '../meetings/planning.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { judgingNewMeetings, kindsOfDates } from '../clashes/newly-held.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { sameKeyForm } from '#server/platform/resource/unique.ts';

const list: ListDefinition<ListQuery & { id?: number[]; year?: number[]; semester?: number[] }> = {
  table: 'semester',
  columns: () =>
    sql`
      x.id, x.year, x.semester, x.batch, x.semester_start_date, x.semester_end_date,
      x.class_start_date, x.class_end_date, x.first_week`,
  // The label in pickers, and a short one: 2026/2/2026.
  search: (word) =>
    contains(word, [
      sql`concat('Semester ', x.semester, ', ', x.year, ', batch ', x.batch)`,
      sql`concat(x.year, '/', x.semester, '/', x.batch)`,
    ]),
  filters: ({ id, year, semester }) => [
    whereIn('x.id', id),
    whereIn('x.year', year),
    whereIn('x.semester', semester),
  ],
  sortKeys: {
    year: [sql`x.year`, sql`x.semester`],
    semester: [sql`x.semester`, sql`x.year`],
    batch: [sql`x.batch collate natural_order`],
    semester_start_date: [sql`x.semester_start_date`],
  },
};

type Judging = Pick<AppContext, 'clock' | 'settings'>;

/** Writes semesters, and judges classes on new dates (R-CLASH-7). */
const semesterWriter = (context: Judging): ResourceWriter => ({
  table: 'semester',
  unique: {
    semester_year_semester_batch_key: ['semester', 'already exists for this year and batch'],
    semester_key_form: [
      'semester',
      'already exists for this year and batch',
      sameKeyForm('batch', 'year', 'semester'),
    ],
  },
  alsoUnique: ['year', 'batch'],
  referencedBy: [
    {
      table: 'class_schedule',
      column: 'semester_id',
      names: ['class of the timetable', 'classes of the timetable'],
    },
    {
      table: 'waiting_class',
      column: 'semester_id',
      names: ['class without times', 'classes without times'],
    },
    { table: 'follow_up', column: 'semester_id', names: ['follow-up', 'follow-ups'] },
  ],
  toColumns: ({ confirm_clashes: _confirm, weeks: _weeks, ...columns }) => columns,
  async around(trx, { what, ids: [id = 0], given, user }, change) {
    if (what !== 'change') return change();
    if (given.weeks === 'numbers') await setAct(trx, { keeps: 'week_numbers' });
    const classes = classesOf(id);
    const kinds = kindsOfDates;
    return judgingNewMeetings(trx, context, { classes, kinds, given, user }, change);
  },
});

const classesOf = (id: number) =>
  sql`select c.id from class_schedule c where c.semester_id = ${id}`;

/**
 * Archives a semester with all its classes, or restores those that were archived with it (rolls
 * and rates do not change).
 */
function archiveWhole(
  { database, ...context }: Judging & Pick<AppContext, 'database'>,
  id: number,
  { archive, ...given }: z.output<typeof wholeSemester>,
  user: CurrentUser,
): Promise<z.output<typeof wholeSemesterDone>> {
  return inFormTransaction(database, async (trx) => {
    await planAt(trx, context.clock);
    const restore = archive === 'restore';
    const recorded: OperationOptions = {
      kind: restore ? 'restore' : 'archive',
      about: 'semesters with their classes',
      user: user.id,
      now: context.clock.now().toString(),
      rights: [...archiveWholeSemester.access, classesToo],
    };
    await lockRows(trx, 'semester', [id], 'update');
    // Check-ins, marks and notes of their dates are waited for, and wait.
    const { rows } = await sql<{ id: number }>`${classesOf(id)}`.execute(trx);
    await lockRows(
      trx,
      'class',
      rows.map((row) => row.id),
      'update',
    );
    let classes = 0;
    const move = async () => {
      classes = await moveWhole(trx, id, restore);
    };
    const { operation } = await asOperation(trx, recorded, () =>
      restore
        ? judgingNewMeetings(trx, context, { classes: classesOf(id), given, user }, move)
        : move(),
    );
    return { classes, operation };
  });
}

/** Archiving a semester with its classes takes the permission for classes, too. */
const classesToo: Permission = ['Timetables', 'delete'];

/** @returns the number of classes archived or restored with it. */
async function moveWhole(trx: Database, id: number, restore: boolean): Promise<number> {
  const found = await trx
    .selectFrom('semester')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('This semester');
  const since = sql`(select archived_at from semester where id = ${id})`;
  if (!restore)
    await trx
      .updateTable('semester')
      .set({ archived_at: sql`coalesce(archived_at, now())` })
      .where('id', '=', id)
      .execute();
  const { rows } = await sql`
      update class_schedule set archived_at = ${restore ? sql`null` : since}
      where semester_id = ${id}
        and ${restore ? sql`archived_at = ${since}` : sql`archived_at is null`}
      returning id`.execute(trx);
  if (restore)
    await trx.updateTable('semester').set({ archived_at: null }).where('id', '=', id).execute();
  return rows.length;
}

export function semesterRoutes(api: Api, context: AppContext): RegisteredResource {
  const { database, clock } = context;
  const { today } = clock;
  implement(api, archiveWholeSemester, async ({ params: { id }, body, user }) => {
    if (!can(user.permissions, ...classesToo))
      throw forbidden('You do not have permission to perform this action.');
    const done = await archiveWhole(context, id, body, user);
    publishPlan(context.live);
    return done;
  });
  return registerResource(
    api,
    semesterEndpoints,
    createReader(database, list, today),
    planning(semesterWriter(context), context),
    { database, clock },
  );
}
