import { sql } from 'kysely';
import type { MergeBody, MergePreview, MovedCounts } from '#contract/people/merge.ts';
import type { Clock } from '#server/platform/clock.ts';
import { lockRows, lockRowsOfStudents } from '#server/platform/database/locks.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { setCardChange } from '../cards/change.ts';
import { endAssignments } from '#server/enrolment/index.ts';
import { exchangeFields } from './fields.ts';
import { moveMarks } from './marks.ts';
import { movePeriods } from './periods.ts';
import { stateBefore } from './record.ts';
import { movedMessages, previewOf } from './preview.ts';
import { readBoth, versionOfBoth, type Pair } from './state.ts';

/**
 * Merges two students in the caller's transaction, as previewed and decided (R-MERGE-3).
 * @returns the id of its record, and what was moved.
 * @throws ApiError 400 at a decision, 403, 404, 409 when something was changed since the preview.
 */
export async function merge(
  trx: Database,
  clock: Clock,
  user: CurrentUser,
  body: MergeBody,
): Promise<{ operation: number; moved: MovedCounts }> {
  const pair = { keep: body.keep, remove: body.remove };
  await lockClassesAndCohorts(trx, pair);
  const both = await readBoth(trx, pair, user, { lock: true });
  await lockRowsOfStudents(trx, [pair.keep, pair.remove]);
  const preview = await previewOf(trx, both, clock);
  // Read before and after the preview: a change in between is not moved unseen.
  if (preview.version !== body.version || (await versionOfBoth(trx, pair)) !== body.version)
    throw new ApiError(409, {
      detail: 'Something about these students was changed since: look at the preview again.',
    });
  assertDecided(preview, body);
  const now = clock.now().toString();
  const before = await stateBefore(trx, pair, body.marks);

  await moveMarks(trx, { ...pair, decided: body.marks, by: { user: user.id, now } });
  const united = await movePeriods(trx, pair);
  await endAssignments(
    trx,
    body.end_cohorts.map((id) => united.get(id) ?? id),
    clock.today(),
  );
  await moveRest(trx, pair, body, { user: user.id, now });
  await setCardChange(trx, { by: user.id, at: now, reason: 'merged' });
  await exchangeFields(trx, both, body.exchange);
  await trx
    .updateTable('student_card')
    .set({ student_id: pair.keep })
    .where('student_id', '=', pair.remove)
    .where('ended_at', 'is not', null)
    .execute();

  const { exchange, marks, end_cohorts, archive_leaves, close_follow_ups } = body;
  const decided = { exchange, marks, end_cohorts, archive_leaves, close_follow_ups };
  const { id } = await trx
    .insertInto('student_merge')
    .values({
      into_id: pair.keep,
      from_id: pair.remove,
      done_by: user.id,
      done_at: now,
      moved: JSON.stringify(preview.moved),
      decided: JSON.stringify(decided),
      before,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { operation: id, moved: preview.moved };
}

/** Locks the rows that the moved ones refer to and that come before students in the order of locks. */
async function lockClassesAndCohorts(trx: Database, { keep, remove }: Pair): Promise<void> {
  const { rows } = await sql<Record<'classes' | 'cohorts', number[]>>`
    select array(select class_schedule_id from enrolment where student_id = any(s.ids)) as classes,
      array(select cohort_id from cohort_assignment where student_id = any(s.ids)) as cohorts
    from (select ${[keep, remove]}::bigint[] as ids) s`.execute(trx);
  const { classes, cohorts } = oneRow({ rows });
  await lockRows(trx, 'class', classes, 'key share');
  await lockRows(trx, 'cohort', cohorts, 'key share');
}

/** @throws ApiError 400 at the field of a decision that is missing, or about something else. */
function assertDecided(preview: MergePreview, body: MergeBody): void {
  const differing = new Set(preview.fields.map(({ name }) => name));
  const other = body.exchange.find((name) => !differing.has(name));
  if (other) throw validationError('exchange', `${other} does not differ`);

  const keyOf = (it: { class_schedule: number; date: string }) => `${it.class_schedule} ${it.date}`;
  const conflicts = new Set(preview.marks.map(keyOf));
  const decided = new Set(body.marks.map(keyOf));
  if (decided.size !== body.marks.length) throw validationError('marks', 'names a mark twice');
  const missing = preview.marks.find((it) => !decided.has(keyOf(it)));
  if (missing)
    throw validationError(
      'marks',
      `say whose mark counts in ${missing.subject_code} on ${missing.date}`,
    );
  if (body.marks.some((it) => !conflicts.has(keyOf(it))))
    throw validationError('marks', 'names a mark that does not differ');

  assertAmong('end_cohorts', body.end_cohorts, preview.cohorts);
  assertAmong(
    'archive_leaves',
    body.archive_leaves,
    preview.leaves.flatMap((it) => [it.keep, it.remove]),
  );
  const pairs = preview.follow_ups;
  assertAmong(
    'close_follow_ups',
    body.close_follow_ups,
    pairs.flatMap((it) => [it.keep, it.remove]),
  );
  const closed = new Set(body.close_follow_ups);
  if (pairs.some((it) => closed.has(it.keep.id) === closed.has(it.remove.id)))
    throw validationError('close_follow_ups', 'say which of two open follow-ups is closed');
}

function assertAmong(field: keyof MergeBody, given: number[], offered: { id: number }[]): void {
  const ids = new Set(offered.map(({ id }) => id));
  if (given.some((id) => !ids.has(id)))
    throw validationError(field, 'names something that the preview does not offer');
}

async function moveRest(
  trx: Database,
  { keep, remove }: Pair,
  { archive_leaves, close_follow_ups }: MergeBody,
  { user, now }: { user: number; now: string },
): Promise<void> {
  await trx
    .updateTable('leave')
    .set((leave) => ({
      student_id: keep,
      archived_at: leave
        .case()
        .when('id', '=', anyOf.ids(archive_leaves))
        .then(leave.fn.coalesce('archived_at', leave.val(now)))
        .else(leave.ref('archived_at'))
        .end(),
    }))
    .where((leave) =>
      leave.or([leave('student_id', '=', remove), leave('id', '=', anyOf.ids(archive_leaves))]),
    )
    .execute();
  // A guardian of both is named for one of them.
  await trx
    .deleteFrom('external_guardian as x')
    .using('external_guardian as k')
    .where('x.student_id', '=', remove)
    .where('k.student_id', '=', keep)
    .whereRef('k.source', '=', 'x.source')
    .whereRef('k.sourced_id', '=', 'x.sourced_id')
    .execute();
  for (const table of [
    'attendance_note',
    'letter',
    'leave_request',
    'guardian',
    'external_guardian',
    'external_id',
    'waiting_member',
    'held_mark',
  ])
    await sql`
      update ${sql.table(table)} set student_id = ${keep} where student_id = ${remove}`.execute(
      trx,
    );
  await moveSeats(trx, { keep, remove });
  await moveOwn(trx, { keep, remove });
  await trx
    .updateTable('follow_up')
    .set((followUp) => ({
      closed_by: user,
      closed_at: now,
      outcome: 'not_needed',
      changed_by: user,
      changed_at: now,
      outcome_note: 'Two records of the student were merged; the other follow-up goes on.',
      version: followUp('version', '+', 1),
    }))
    .where('id', '=', anyOf.ids(close_follow_ups))
    .execute();
  await trx
    .updateTable('follow_up')
    .set({ student_id: keep })
    .where('student_id', '=', remove)
    .execute();
  // Both may have been sent a message on a day.
  await sql`
    update student_message m set student_id = ${keep} where ${movedMessages({ keep, remove })}`.execute(
    trx,
  );
  // Either address was stopped: the person gets no messages.
  await sql`
    update message_stop x set student_id = ${keep} where student_id = ${remove} and not exists (
      select from message_stop k where k.student_id = ${keep}
        and k.guardian_id is not distinct from x.guardian_id)`.execute(trx);
  // An entry of a subject that is on the list already stays where it is.
  const listed = (student: number) =>
    trx.selectFrom('red_list').select('subject_id').where('student_id', '=', student);
  await trx
    .updateTable('red_list')
    .set({ student_id: keep })
    .where('student_id', '=', remove)
    .where((entry) => entry.not(entry('subject_id', '=', entry.fn.any(listed(keep)))))
    .execute();
  await trx
    .updateTable('red_list')
    .set({ archived_at: null })
    .where('student_id', '=', keep)
    .where('archived_at', 'is not', null)
    .where('subject_id', '=', (entry) =>
      entry.fn.any(listed(remove).where('archived_at', 'is', null)),
    )
    .execute();
  await trx
    .updateTable('red_list')
    .set((entry) => ({ archived_at: entry.fn.coalesce('archived_at', entry.val(now)) }))
    .where('student_id', '=', remove)
    .execute();
  // A decision about a computed entry counts more than an entry without one, which is computed again.
  const same = sql`k.semester_id = r.semester_id and k.subject_id is not distinct from r.subject_id
    and k.class_type is not distinct from r.class_type`;
  await sql`
    delete from red_list_computed k using red_list_computed r
    where k.student_id = ${keep} and r.student_id = ${remove} and ${same}
      and k.decided_by is null and r.decided_by is not null`.execute(trx);
  await sql`
    update red_list_computed r set student_id = ${keep} where student_id = ${remove} and not exists (
      select from red_list_computed k where k.student_id = ${keep} and ${same})`.execute(trx);
}

/** The seats of who goes become those of who stays, unless they have one in the same version of the plan. */
async function moveSeats(trx: Database, { keep, remove }: Pair): Promise<void> {
  await sql`
    delete from seat k using seat own
    where k.student_id = ${remove} and own.student_id = ${keep}
      and own.seating_plan_id = k.seating_plan_id and own.version = k.version`.execute(trx);
  await trx
    .updateTable('seat')
    .set({ student_id: keep })
    .where('student_id', '=', remove)
    .execute();
}

/**
 * What the student left behind themselves; the account goes to who stays, whose address it has or
 * not: with another address it signs in no more.
 */
async function moveOwn(trx: Database, { keep, remove }: Pair): Promise<void> {
  await sql`
    update qr_check_in k set student_id = ${keep} where student_id = ${remove} and not exists (
      select from qr_check_in own where own.student_id = ${keep}
        and own.qr_session_id = k.qr_session_id and own.step = k.step)`.execute(trx);
  for (const table of ['student_calendar_link', 'qr_check_in', 'qr_try'])
    await sql`delete from ${sql.table(table)} where student_id = ${remove}`.execute(trx);
  await trx
    .updateTable('device_tap')
    .set({ student_id: keep })
    .where('student_id', '=', remove)
    .execute();
  // Of a roll call with both, each stays on the list as they were counted.
  await sql`
    update building_roll_call_person p set student_id = ${keep} where student_id = ${remove} and not exists (
      select from building_roll_call_person k
      where k.student_id = ${keep} and k.building_roll_call_id = p.building_roll_call_id)`.execute(
    trx,
  );
  await trx
    .updateTable('app_user')
    .set({ own_student_id: keep })
    .where('own_student_id', '=', remove)
    .execute();
}
