import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '#server/app-context.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { transientErrorOf } from '#server/platform/database/transactions.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { findClassToPay, placeTaken, recordCheckIn } from '#server/pay/index.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'live'>;

/** The account of a teacher, who may never have signed in. */
async function userOfTeacher(database: Database, teacher: number): Promise<number> {
  const found = await sql<{ id: number }>`
    with there as (
      select u.id from teacher t join app_user u on u.email = t.email where t.id = ${teacher}
    ), added as (
      insert into app_user (email, name)
      select email, person_name(first_name, last_name) from teacher
      where id = ${teacher} and not exists (select from there)
      on conflict (email) do update set email = excluded.email
      returning id
    )
    select id from there union all select id from added`.execute(database);
  return oneRow(found).id;
}

/** Whether a tap came late, and is judged by the class as it was (R-DOOR-4). */
async function hasWaited({ database, clock }: Context, at: string): Promise<boolean> {
  const found = await sql<{ waited: boolean }>`
    select tap_has_waited(${at}::timestamptz, ${clock.now().toString()}::timestamptz) as waited`.execute(
    database,
  );
  return oneRow(found).waited;
}

/**
 * A teacher's card checks in to the class of the room (R-DOOR-7); sent again, the check-in stands.
 * @returns whether the teacher is checked in: not where the class was given to somebody else in the same moment, nor
 * where somebody stands in.
 */
export async function checkInByCard(
  context: Context,
  tap: { teacher: number; class_schedule: number; date: string; at: string; device: number },
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<boolean> {
  const { database } = context;
  const { teacher, class_schedule, date, at, device } = tap;
  const taught = await findClassToPay(database, class_schedule, date, at);
  if (!taught || taught.problem) return false;
  const place = placeTaken(taught, { teacher });
  if (!place || place.is_away) return false;
  if (place.teacher_id !== teacher && !(await hasWaited(context, at))) return false;
  try {
    const { id } = await recordCheckIn(context, {
      class_schedule,
      date,
      place,
      teacher,
      user: await userOfTeacher(database, teacher),
      at,
      isOwn: true,
      device,
      maySettle: false,
    });
    const line = await database
      .selectFrom('payroll_log')
      .select('teacher_id')
      .where('id', '=', id)
      .executeTakeFirst();
    return line?.teacher_id === teacher;
  } catch (error) {
    // The marks of the same call are made, and one check-in must not hold up what waits behind it.
    if (transientErrorOf(error)) throw error;
    if (!(error instanceof ApiError)) log.error({ err: error }, 'check-in by card');
    return false;
  }
}
