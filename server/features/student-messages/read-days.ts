import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { mayBeNotified } from '../guardians/predicates.ts';
import { byItself, isStillAbsent, notifiedAbsences } from './absences.ts';
import type { Absence, DayMessage, StudentDay } from './decide.ts';

/** A student's day, for one of those who are notified. */
export interface RecipientDay extends StudentDay {
  student: number;
  /** Null for the student. */
  guardian: number | null;
}

/** A day, of one student or of all. */
export interface ReadDays {
  day: string;
  timeZone: string;
  student?: number;
}

interface MessageRow extends DayMessage {
  student_id: number;
  guardian_id: number | null;
  corrected: number[];
}

/** The absences of a day by student, found by the meetings of the day. */
async function readAbsences(
  database: Database,
  { day, timeZone, student }: ReadDays,
): Promise<Map<number, Absence[]>> {
  const { rows } = await sql<Absence & { student_id: number }>`
    select a.student_id, a.class_schedule_id as class_schedule, ${byItself} as by_itself,
      floor(extract(epoch from a.marked_at) * 1000)::bigint as at
    ${notifiedAbsences(day, timeZone)} ${onlyOf(student, sql`a.student_id`)}`.execute(database);
  const found = new Map<number, Absence[]>();
  for (const { student_id, ...absence } of rows)
    found.set(student_id, [...(found.get(student_id) ?? []), absence]);
  return found;
}

const onlyOf = (student: number | undefined, column: RawBuilder<unknown>) =>
  student === undefined ? sql`` : sql`and ${column} = ${student}`;

/** The guardian of message `m`: null for the student, 0 for a guardian who was deleted. */
export const guardianOf = sql<number | null>`
  case when m.recipient = 'guardian' then coalesce(m.guardian_id, 0) end`;

/** The messages of a day that were not cancelled; also to guardians who get none any more. */
async function readMessages(database: Database, { day, student }: ReadDays): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.student_id, ${guardianOf} as guardian_id, m.id, m.kind,
      floor(extract(epoch from m.due_at) * 1000)::bigint as due_at,
      case when m.state = 'held' then 'held' when m.state <> 'queued' then 'over'
        when m.handed_at is not null then 'notified' when mail.state = 'failed' then 'over'
        else 'queued' end as state,
      named.classes, named.corrected
    from student_message m
    left join mail on mail.id = m.mail_id
    cross join lateral (
      select coalesce(array_agg(x.class_schedule_id), '{}') as classes,
        coalesce(array_agg(x.class_schedule_id) filter (
          where m.handed_at is not null and m.kind <> 'correction'
            and not ${isStillAbsent(sql`m.student_id`, sql`x.class_schedule_id`, sql`m.day`)}),
          '{}') as corrected
      from student_message_class x where x.message_id = m.id
    ) named
    where m.day = ${day}::date and m.state <> 'cancelled' and m.kind <> 'alert'
      ${onlyOf(student, sql`m.student_id`)}`.execute(database);
  return rows;
}

/** The guardians of students who get messages about a day. */
async function readGuardians(
  database: Database,
  students: number[],
  day: string,
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ student_id: number; ids: number[] }>`
    select gu.student_id, array_agg(gu.id) as ids
    from guardian gu join student s on s.id = gu.student_id and s.archived_at is null
    where gu.student_id = any(${students}::bigint[]) and ${mayBeNotified(sql`${day}::date`)}
    group by gu.student_id`.execute(database);
  return new Map(rows.map(({ student_id, ids }) => [student_id, ids]));
}

/** Every student with absences or messages of a day, for each who is notified: three statements for all. */
export async function readDays(database: Database, of: ReadDays): Promise<RecipientDay[]> {
  const absences = await readAbsences(database, of);
  const messages = await readMessages(database, of);
  const students = [...new Set([...absences.keys(), ...messages.map((one) => one.student_id)])];
  const guardians = await readGuardians(database, students, of.day);
  const days = new Map<string, RecipientDay>();
  const keyOf = (student: number, guardian: number | null) => `${student} ${guardian ?? ''}`;
  for (const student of students)
    for (const guardian of [null, ...(guardians.get(student) ?? [])])
      days.set(keyOf(student, guardian), {
        student,
        guardian,
        absences: absences.get(student) ?? [],
        messages: [],
        corrected: [],
      });
  for (const { student_id: student, guardian_id: guardian, corrected, ...message } of messages) {
    const known = days.get(keyOf(student, guardian));
    // Who gets no messages any more is not notified of anything.
    const day = known ?? { student, guardian, absences: [], messages: [], corrected: [] };
    if (!known) days.set(keyOf(student, guardian), day);
    day.messages.push(message);
    if (known) day.corrected.push(...corrected);
  }
  return [...days.values()];
}
