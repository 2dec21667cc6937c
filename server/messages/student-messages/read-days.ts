import { sql, type RawBuilder } from 'kysely';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { isOfAge, mayBeNotified } from '#server/school/guardians.ts';
import {
  byItself,
  endOfMeeting,
  endsAfterSwitch,
  isStillAbsent,
  notifiedAbsences,
  startOfMeeting,
} from './absences.ts';
import type { Absence, DayMessage, StudentDay } from './decide.ts';

/** A student's day, for one of those who are notified. */
export interface RecipientDay extends StudentDay {
  student: number;
  /** Null for the student. */
  guardian: number | null;
}

/** A day, of one student or of all. */
interface ReadDays {
  day: string;
  timeZone: string;
  student?: number;
}

interface MessageRow extends DayMessage {
  student_id: number;
  guardian_id: number | null;
  corrected: number[];
  is_resent: boolean;
}

interface FoundAbsence extends Absence {
  student_id: number;
  /** When the class ends, in milliseconds. */
  ends_at: number;
  /** It ended after messages were switched on. */
  after_switch: boolean;
}

interface Found {
  absences: FoundAbsence[];
  messages: MessageRow[];
  guardians: {
    student_id: number;
    id: number;
    /** When they began to get messages, or the student agreed; null: long ago. */
    since: number | null;
  }[];
}

const onlyOf = (student: number | undefined, column: RawBuilder<unknown>) =>
  student === undefined ? sql`` : sql`and ${column} = ${student}`;

/** The guardian of message `m`: null for the student, 0 for a guardian who was deleted. */
export const guardianOf = sql<number | null>`
  case when m.recipient = 'guardian' then coalesce(m.guardian_id, 0) end`;

const milliseconds = (instant: RawBuilder<unknown>) =>
  sql`floor(extract(epoch from ${instant}) * 1000)::bigint`;

const allOf = (table: string) =>
  sql`(select coalesce(json_agg(x), '[]') from ${sql.table(table)} x)`;

/**
 * The absences of a day, found by its meetings; its messages that were not cancelled, also to guardians
 * who get none any more; and the guardians who get some.
 */
async function readFound(database: Database, { day, timeZone, student }: ReadDays): Promise<Found> {
  return oneRow(
    await sql<Found>`
      with absence as materialized (
        select a.student_id, a.class_schedule_id as class_schedule, ${byItself} as by_itself,
          ${milliseconds(sql`greatest(a.marked_at, ${startOfMeeting(timeZone)})`)} as at,
          ${milliseconds(endOfMeeting(timeZone))} as ends_at,
          ${endsAfterSwitch(timeZone)} as after_switch
        ${notifiedAbsences(day, timeZone)} ${onlyOf(student, sql`a.student_id`)}
      ), message as materialized (
        select m.student_id, ${guardianOf} as guardian_id, m.id, m.kind, m.is_resent,
          ${milliseconds(sql`m.due_at`)} as due_at,
          case when m.state = 'held' then 'held' when m.state <> 'queued' then 'over'
            when m.handed_at is not null then 'notified' when mail.state = 'failed' then 'over'
            else 'queued' end as state,
          named.classes, named.corrected
        from student_message m
        join student s on s.id = m.student_id
        left join mail on mail.id = m.mail_id
        cross join lateral (
          select coalesce(array_agg(x.class_schedule_id), '{}') as classes,
            coalesce(array_agg(x.class_schedule_id) filter (
              where m.handed_at is not null and m.kind <> 'correction' and s.archived_at is null
                and not ${isStillAbsent(sql`m.student_id`, sql`x.class_schedule_id`, sql`m.day`)}),
              '{}') as corrected
          from student_message_class x where x.message_id = m.id
        ) named
        where m.day = ${day}::date and m.state <> 'cancelled' and m.kind <> 'alert'
          ${onlyOf(student, sql`m.student_id`)}
      ), notified as (
        select gu.student_id, gu.id,
          ${milliseconds(sql`greatest(gu.notified_from,
            case when ${isOfAge(sql`${day}::date`)} then gu.consent_at end)`)} as since
        from guardian gu join student s on s.id = gu.student_id and s.archived_at is null
        where ${mayBeNotified(sql`${day}::date`)}
          and gu.student_id in (
            select student_id from absence union select student_id from message)
      )
      select ${allOf('absence')} as absences, ${allOf('message')} as messages,
        ${allOf('notified')} as guardians`.execute(database),
  );
}

/** The student, beside the guardians. */
const own = { id: null, since: null };

/** Every student with absences or messages of a day, for each who is notified: one statement for all. */
export async function readDays(database: Database, of: ReadDays): Promise<RecipientDay[]> {
  const { absences, messages, guardians } = await readFound(database, of);
  const absencesOf = Map.groupBy(absences, (one) => one.student_id);
  const guardiansOf = Map.groupBy(guardians, (one) => one.student_id);
  const days = new Map<string, RecipientDay>();
  const keyOf = (student: number, guardian: number | null) => `${student} ${guardian ?? ''}`;
  // What somebody sends again was decided by them.
  const resent = new Set(
    messages
      .filter(({ is_resent, state }) => is_resent && (state === 'held' || state === 'queued'))
      .map((one) => keyOf(one.student_id, one.guardian_id)),
  );
  for (const student of new Set([...absences, ...messages].map((one) => one.student_id)))
    for (const { id: guardian, since } of [own, ...(guardiansOf.get(student) ?? [])])
      days.set(keyOf(student, guardian), {
        student,
        guardian,
        absences: (absencesOf.get(student) ?? []).filter(
          ({ after_switch, ends_at }) =>
            resent.has(keyOf(student, guardian)) ||
            (after_switch && (since === null || ends_at > since)),
        ),
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
