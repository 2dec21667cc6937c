import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '#server/app-context.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { transientErrorOf } from '#server/platform/database/transactions.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { findClassToPay, placeTaken, recordCheckIn } from '#server/pay/index.ts';

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

/**
 * A teacher's card checks in to the class of the room (R-DOOR-7); sent again, the check-in stands.
 * @returns why it does not, in words; null when it does.
 */
export async function checkInByCard(
  context: Pick<AppContext, 'database' | 'clock' | 'live'>,
  tap: { teacher: number; class_schedule: number; date: string; at: string; device: number },
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<string | null> {
  const { database } = context;
  const { teacher, class_schedule, date, at, device } = tap;
  const taught = await findClassToPay(database, class_schedule, date, at);
  if (!taught || taught.problem) return 'The class does not take place';
  const place = placeTaken(taught, { teacher });
  if (!place || place.is_away) return 'Check in on your screen';
  try {
    await recordCheckIn(context, {
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
    return null;
  } catch (error) {
    // The marks of the same call are made, and one check-in must not hold up what waits behind it.
    if (transientErrorOf(error)) throw error;
    if (!(error instanceof ApiError)) log.error({ err: error }, 'check-in by card');
    return 'Check in on your screen';
  }
}
