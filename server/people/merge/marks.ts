import { sql } from 'kysely';
import type { MergeBody } from '#contract/people/merge.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Pair } from './state.ts';

interface MovedMarks extends Pair {
  /** Whose marks count where the two differ; of equal ones that of the student who stays. */
  decided: MergeBody['marks'];
  by: { user: number; now: string };
}

/**
 * Moves the marks of the student who goes, with what had happened to them (decision 30). Where both have a
 * mark one counts, and the history says which one was there besides. Copied changes of a mark that stood beside
 * that of the student who stays are `again`: none of them is the state of their mark.
 */
export async function moveMarks(
  trx: Database,
  { keep, remove, decided, by }: MovedMarks,
): Promise<void> {
  const theirs = decided.filter(({ counts }) => counts === 'remove');
  const chosen = sql`(
    select * from unnest(${theirs.map((it) => it.class_schedule)}::bigint[],
      ${theirs.map((it) => it.date)}::date[]) c(class_schedule_id, date))`;
  await sql`
    insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how,
      changed_by, changed_at, made_at, late_minutes, left_early_minutes, excuse, device_id, token_id,
      mark_how, follows, again, merged_from)
    select ${keep}, h.class_schedule_id, h.date, h.from_status, h.to_status, h.how, h.changed_by,
      h.changed_at, h.made_at, h.late_minutes, h.left_early_minutes, h.excuse, h.device_id, h.token_id,
      h.mark_how, h.follows, case when h.again or k.id is not null then true end, ${remove}::bigint
    from attendance_history h
    left join attendance k on k.student_id = ${keep} and k.date = h.date
      and k.class_schedule_id = h.class_schedule_id
    where h.student_id = ${remove} order by h.id`.execute(trx);
  // After the copies: the last row says what counts.
  await sql`
    insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how,
      changed_by, changed_at, late_minutes, left_early_minutes, excuse, mark_how, follows, merged_from)
    select ${keep}, k.class_schedule_id, k.date, case when c.date is null then r.status else k.status end,
      case when c.date is null then k.status else r.status end, 'manual', ${by.user}::bigint,
      ${by.now}::timestamptz, d.late_minutes, d.left_early_minutes, d.excuse,
      case when c.date is null then k.how else r.how end,
      case when c.date is null then (
        select max(h.id) from attendance_history h
        where h.student_id = ${remove} and h.date = k.date
          and h.class_schedule_id = k.class_schedule_id and h.again is null) end, ${remove}::bigint
    from attendance k
    join attendance r on r.student_id = ${remove} and r.date = k.date
      and r.class_schedule_id = k.class_schedule_id
    left join ${chosen} c on c.class_schedule_id = k.class_schedule_id and c.date = k.date
    left join mark_detail d on d.class_schedule_id = k.class_schedule_id and d.date = k.date
      and d.student_id = case when c.date is null then ${keep}::bigint else ${remove}::bigint end
    where k.student_id = ${keep} order by k.date, k.id`.execute(trx);
  await sql`
    update attendance k set status = r.status, how = r.how, marked_by = r.marked_by,
      marked_at = r.marked_at, confirmed_at = r.confirmed_at, confirmed_by = r.confirmed_by
    from attendance r join ${chosen} c on c.class_schedule_id = r.class_schedule_id and c.date = r.date
    where r.student_id = ${remove} and k.student_id = ${keep} and k.date = r.date
      and k.class_schedule_id = r.class_schedule_id`.execute(trx);
  // Both were marked the same: the one who stays was marked again by the other mark.
  await sql`
    update attendance k set confirmed_at = greatest(k.confirmed_at, r.marked_at, r.confirmed_at), confirmed_by = null
    from attendance r
    where r.student_id = ${remove} and k.student_id = ${keep} and k.date = r.date
      and k.class_schedule_id = r.class_schedule_id and k.status = r.status`.execute(trx);
  await sql`
    delete from mark_detail d using ${chosen} c
    where d.student_id = ${keep} and d.class_schedule_id = c.class_schedule_id
      and d.date = c.date`.execute(trx);
  // Each key changes with its detail in one statement, at whose end they are compared.
  await sql`
    with details as (
      delete from mark_detail where student_id = ${remove} returning *
    ), left_over as (
      delete from attendance r using attendance k
      where r.student_id = ${remove} and k.student_id = ${keep} and k.date = r.date
        and k.class_schedule_id = r.class_schedule_id
      returning r.class_schedule_id, r.date
    ), moved as (
      update attendance r set student_id = ${keep}
      where r.student_id = ${remove} and not exists (
        select from attendance k where k.student_id = ${keep} and k.date = r.date
          and k.class_schedule_id = r.class_schedule_id)
    )
    insert into mark_detail (class_schedule_id, date, student_id, late_minutes, left_early_minutes,
      excuse, excuse_note, arrived_at, changed_by)
    select d.class_schedule_id, d.date, ${keep}, d.late_minutes, d.left_early_minutes, d.excuse,
      d.excuse_note, d.arrived_at, d.changed_by
    from details d
    left join ${chosen} c on c.class_schedule_id = d.class_schedule_id and c.date = d.date
    where c.date is not null or not exists (
      select from attendance k where k.student_id = ${keep} and k.date = d.date
        and k.class_schedule_id = d.class_schedule_id)`.execute(trx);
}
