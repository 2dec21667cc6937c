import { sql, type NotNull } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Matched } from './existing.ts';
import type { RoomIds } from './rooms.ts';

/** How classes of a calendar are written. */
export const target = {
  table: 'class_schedule' as const,
  key: ['ref'],
  types: {
    ref: 'text',
    class_type: 'text',
    day_of_week: 'smallint',
    start_time: 'time',
    end_time: 'time',
    subject_id: 'bigint',
    teacher_id: 'bigint',
    classroom_id: 'bigint',
    semester_id: 'bigint',
    weeks: 'smallint[]',
  },
};

export const rowOf = ({ ref, class: one }: Matched, semester: { id: number }, idOf: RoomIds) => ({
  ref,
  class_type: one.class_type,
  day_of_week: one.weekday,
  start_time: one.start,
  end_time: one.end,
  subject_id: one.subject_id,
  teacher_id: one.teacher_id,
  classroom_id: idOf(one.room),
  semester_id: semester.id,
});

export async function idsByRef(trx: Database, refs: string[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('class_schedule')
    .select(['id', 'ref'])
    .where('ref', '=', anyOf.texts(refs))
    .$narrowType<{ ref: NotNull }>()
    .execute();
  return new Map(rows.map(({ id, ref }) => [ref, id]));
}

/** A class that was recognized by its content is found by its new UID from now on (R-IMPORT-6). */
export async function writeNewRefs(
  trx: Database,
  rows: { id: number; ref: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update class_schedule c set ref = given.ref
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id bigint, ref text)
    where c.id = given.id`.execute(trx);
}
