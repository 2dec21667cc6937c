import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { countNames, rateCounts } from '#server/school/attendance.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { scheduledMinutes } from '#server/school/meetings.ts';
import { countedMarks, meetingsWithNews } from './news.ts';
import { attendedMinutes, isException, noMark, outcomeOfMark } from './outcomes.ts';

/** Meetings of one statement. */
const slice = 500;

const exceptionNames = ['scheduled', 'students', 'outcomes', 'attended'] as const;

/**
 * CTEs `TABLE_removed` and `TABLE_written`, which bring the rows of meetings to those of CTE `current`, with the ids
 * of those that differed.
 */
function replaceRows(table: string, names: readonly string[], meetings: number[]) {
  const columns = sql.join(names.map((name) => sql.ref(name)));
  return sql`
    ${sql.ref(`${table}_removed`)} as (
      delete from ${sql.table(table)} x
      where x.meeting_id = any(${meetings}::bigint[])
        and x.meeting_id not in (select meeting_id from current)
      returning x.meeting_id
    ), ${sql.ref(`${table}_written`)} as (
      insert into ${sql.table(table)} as x (meeting_id, ${columns})
      select meeting_id, ${columns} from current order by meeting_id
      on conflict (meeting_id) do update set
        ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
      where row(x.*) is distinct from row(excluded.*)
      returning x.meeting_id
    )`;
}

/** An array over the exceptions of a meeting, by student. */
const ofExceptions = (value: RawBuilder<unknown>) => sql`
  coalesce(array_agg(${value} order by a.student_id) filter (where ${isException}), '{}')`;

/**
 * Counts the marks of meetings (R-RATE-1), and stores who was not simply present.
 * @returns the meetings of which something differed from what was stored.
 */
async function countMeetings(trx: Database, meetings: number[]): Promise<number[]> {
  if (meetings.length === 0) return [];
  const { rows } = await sql<{ meeting_id: number }>`
    with marked as (
      select g.id as meeting_id, g.class_schedule_id, g.date, ${rateCounts},
        ${scheduledMinutes} as scheduled, ${ofExceptions(sql`a.student_id`)} as students,
        ${ofExceptions(outcomeOfMark)} as outcomes, ${ofExceptions(attendedMinutes)} as attended
      from class_meeting g ${countedMarks()}
      where g.id = any(${meetings}::bigint[])
      group by g.id
    ), current as (
      select m.meeting_id, ${sql.join(countNames.map((name) => sql.ref(`m.${name}`)))}, m.scheduled,
        m.students || x.students as students,
        m.outcomes || array_fill(${noMark}, array[cardinality(x.students)]) as outcomes,
        m.attended || array_fill(0::smallint, array[cardinality(x.students)]) as attended
      from marked m cross join lateral (
        select coalesce(array_agg(e.student_id order by e.student_id), '{}') as students
        from enrolment e
        where e.class_schedule_id = m.class_schedule_id and ${enrolledOn(sql`m.date`)}
          and not exists (select from attendance a where a.student_id = e.student_id
            and a.class_schedule_id = m.class_schedule_id and a.date = m.date)
      ) x
    ), ${replaceRows('meeting_count', countNames, meetings)},
    ${replaceRows('meeting_exception', exceptionNames, meetings)},
    -- Of the previous release: a process of it reads the marks instead.
    outcomes_removed as (
      delete from meeting_outcome where meeting_id = any(${meetings}::bigint[])
    )
    select meeting_id from meeting_count_removed union select meeting_id from meeting_count_written
    union select meeting_id from meeting_exception_removed
    union select meeting_id from meeting_exception_written`.execute(trx);
  return rows.map(({ meeting_id }) => meeting_id);
}

/** Counts the marks of meetings, some at a time. */
export async function countAll(trx: Database, meetings: number[]): Promise<void> {
  for (let from = 0; from < meetings.length; from += slice)
    await countMeetings(trx, meetings.slice(from, from + slice));
}

/** What one slice of counting all again found. */
interface CountedSlice {
  /** The last meeting of the slice; 0 once all are counted. */
  counted_after: number;
  /** Meetings of which something differed that no change explains. */
  differences: number;
}

/** Counts the slice of all meetings that follows a meeting. */
export async function countSlice(trx: Database, after: number): Promise<CountedSlice> {
  const rows = await trx
    .selectFrom('class_meeting')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(slice)
    .execute();
  const meetings = rows.map(({ id }) => id);
  const differing = await countMeetings(trx, meetings);
  const unexplained = differing.length > 0 ? await withoutNews(trx, differing) : [];
  return {
    counted_after: meetings.length < slice ? 0 : (meetings.at(-1) ?? 0),
    differences: unexplained.length,
  };
}

async function withoutNews(trx: Database, meetings: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select x.id from unnest(${meetings}::bigint[]) x(id)
    where x.id not in (${meetingsWithNews})`.execute(trx);
  return rows.map(({ id }) => id);
}
