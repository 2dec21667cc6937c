import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

export const columnsOf = (values: object) =>
  sql.join(Object.keys(values).map((name) => sql.ref(name)));
/** As literals: parameters of a select have no type. */
export const valuesOf = (values: object) =>
  sql.join(Object.values(values).map((value) => sql.lit(String(value))));

const request = {
  leave_from: '2031-10-17',
  leave_to: '2031-10-23',
  reason_for_leave: 'Request-Kolibri',
  answer: 'Answer-Kolibri',
};

const formerCard = {
  number: 'CardKolibri',
  given_at: '2031-11-03 10:00:00+00',
  ended_at: '2031-11-04 10:00:00+00',
  reason: 'passed_on',
};

/** What the student entered and left behind themselves. */
export async function seedOwn(database: Database, id: number, { date }: { date: string }) {
  const account = await sql<{ id: number }>`
    insert into app_user (email, name, own_student_id)
    values ('kolibri@school.example', 'Kolibri', ${id}) returning id`.execute(database);
  const requested_by = account.rows[0]!.id;
  const supporting_document = 'leave-application/kolibri.pdf';
  await sql`insert into stored_file (key, category, uploaded_by)
    values (${supporting_document}, 'leave-application', ${requested_by})`.execute(database);
  const all = { ...request, supporting_document };
  await sql`
    insert into leave_request (student_id, requested_by, state, requested_at, decided_at,
      ${columnsOf(all)})
    select ${id}, ${requested_by}, 'declined', now(), now(), ${valuesOf(all)}`.execute(database);
  await sql`insert into student_calendar_link (student_id, secret_hash, created_at)
    values (${id}, 'hash', now())`.execute(database);
  await sql`insert into qr_try (student_id, step, tries) values (${id}, 1, 1)`.execute(database);
  const came = await sql<{ arrived_at: string }>`
    with opened as (
      insert into qr_session (class_schedule_id, date, opened_by, opened_at)
      select min(id), ${date}::date, ${requested_by}::bigint, now() from class_schedule
      returning id
    ), came as (
      insert into qr_check_in (qr_session_id, student_id, step, date, device, arrived_at)
      select id, ${id}::bigint, 1, ${date}::date, 'Device-Kolibri', '2031-11-01T10:00:00Z' from opened
      returning arrived_at
    )
    select arrived_at::text from came`.execute(database);
  await sql`
    with added as (
      insert into device (name, kind, created_by, created_at)
      values ('Reader of traces', 'reader', ${requested_by}, now()) returning id
    )
    insert into device_tap (device_id, generation, sequence, card, tapped_at, received_at, outcome,
      student_id, facts)
    select id, 1, 1, 'Card-Kolibri', '2031-11-02T10:00:00Z', now(), 'elsewhere', ${id}::bigint,
      '{"room": "Room-Kolibri"}' from added`.execute(database);
  const heldMark = {
    status: 'N/A',
    from_status: 'Absent',
    how: 'manual',
    detail: '{"excuse": "other", "excuse_note": "Held-Kolibri"}',
    made_at: '2031-11-03 10:00:00+00',
  };
  await sql`
    insert into held_mark (student_id, class_schedule_id, date, received_at, made_by, ${columnsOf(heldMark)})
    select ${id}::bigint, min(id), ${date}::date, now(), ${requested_by}::bigint, ${valuesOf(heldMark)}
    from class_schedule`.execute(database);
  await sql`insert into student_card (student_id, ${columnsOf(formerCard)})
    select ${id}::bigint, ${valuesOf(formerCard)}`.execute(database);
  const formerId = {
    former_id: 'Id-Kolibri',
    had_from: '2031-10-01 10:00:00+00',
    ended_at: '2031-11-04 10:00:00+00',
  };
  await sql`insert into student_id_change (student_id, ${columnsOf(formerId)})
    select ${id}::bigint, ${valuesOf(formerId)}`.execute(database);
  const seat = { seat_row: '17', seat_column: '19' };
  await sql`
    with plan as (
      insert into seating_plan (class_schedule_id, classroom_id, version)
      select id, classroom_id, 1 from class_schedule order by id limit 1 returning id
    ), change as (
      insert into seating_plan_change (seating_plan_id, version, way, changed_by, changed_at)
      select id, 1, 'by_hand', ${requested_by}::bigint, now() from plan returning seating_plan_id
    )
    insert into seat (seating_plan_id, version, student_id, ${columnsOf(seat)})
    select seating_plan_id, 1, ${id}::bigint, 17, 19 from change`.execute(database);
  return {
    seat: { student_id: id, ...seat },
    student_card: { student_id: id, ...formerCard },
    student_id_change: { student_id: id, ...formerId },
    device_tap: {
      student_id: id,
      card: 'Card-Kolibri',
      tapped_at: '2031-11-02 10:00:00+00',
      outcome: 'elsewhere',
      facts: '{"room": "Room-Kolibri"}',
    },
    held_mark: { student_id: id, ...heldMark },
    qr_try: { student_id: id },
    student_calendar_link: { student_id: id },
    leave_request: { student_id: id, requested_by, ...all },
    qr_check_in: {
      student_id: id,
      device: 'Device-Kolibri',
      arrived_at: came.rows[0]!.arrived_at,
    },
  };
}
