import { sql } from 'kysely';
import type { OverCapacity } from '#contract/enrolment/enrolment.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { planEnrolment, type EnrolmentRequest, type Plan } from './plan.ts';

export interface NewEnrolment {
  id: number;
  student: number;
}

/** Plans an enrolment, and enrols the students who fit. */
export async function enrol(
  trx: Database,
  clock: Clock,
  enrolmentRequest: EnrolmentRequest,
): Promise<Plan> {
  const plan = await planEnrolment(trx, clock, enrolmentRequest);
  await enrolPlanned(trx, plan, enrolmentRequest);
  return plan;
}

/**
 * Enrols the students who fit a plan of the same transaction.
 * @param assignments the cohort assignment of each student's enrolments.
 * @returns the new enrolments.
 * @throws ApiError 400 when no student fits, 409 when a room is too small and this was not
 * confirmed.
 */
export async function enrolPlanned(
  trx: Database,
  plan: Plan,
  enrolmentRequest: EnrolmentRequest,
  assignments?: Map<number, number>,
): Promise<NewEnrolment[]> {
  if (plan.results.length === 0) throw new ApiError(400, { fail: plan.fail });
  if (plan.over_capacity.length && !enrolmentRequest.confirmCapacity)
    throw tooFull(plan.over_capacity);
  const ids = plan.fit.map(({ id }) => id);
  const by = ids.map((id) => assignments?.get(id) ?? null);
  const { rows } = await sql<NewEnrolment>`
    insert into enrolment (student_id, class_schedule_id, enrolled_from, cohort_assignment_id)
    select s.id, c.id, greatest(${enrolmentRequest.from}::date, (
      select max(e.enrolled_to) + 1 from enrolment e
      where e.student_id = s.id and e.class_schedule_id = c.id)), s.assignment
    from unnest(${ids}::bigint[], ${by}::bigint[]) as s(id, assignment)
    cross join unnest(${enrolmentRequest.classes}::bigint[]) as c(id)
    on conflict (student_id, class_schedule_id) where enrolled_to is null do nothing
    returning id, student_id as student`.execute(trx);
  return rows;
}

const tooFull = (rooms: OverCapacity[]) =>
  new ApiError(409, {
    detail: rooms
      .map(
        (room) =>
          `${room.subject.subject_code} in ${room.room_number}: ${room.enrolled} students for ${room.capacity} seats`,
      )
      .join('; '),
    over_capacity: rooms,
  });
