import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { countNames, rateCounts } from '../attendance/predicates.ts';
import { scheduledMinutes } from '../meetings/predicates.ts';
import { countedMarks, meetingsWithNews } from './news.ts';
import { attendedMinutes, outcomeOfMark } from './outcomes.ts';

/** Meetings of one statement. */
const slice = 500;

const outcomeNames = ['scheduled', 'students', 'outcomes', 'attended'] as const;

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

/**
 * Counts the marks of meetings (R-RATE-1), and stores how each counts.
 * @returns the meetings of which something differed from what was stored.
 */
export async function countMeetings(trx: Database, meetings: number[]): Promise<number[]> {
  if (meetings.length === 0) return [];
  const { rows } = await sql<{ meeting_id: number }>`
    with current as (
      select g.id as meeting_id, ${rateCounts}, ${scheduledMinutes} as scheduled,
        array_agg(a.student_id order by a.student_id) as students,
        array_agg(${outcomeOfMark} order by a.student_id) as outcomes,
        array_agg(${attendedMinutes} order by a.student_id) as attended
      from class_meeting g ${countedMarks()}
      where g.id = any(${meetings}::bigint[])
      group by g.id
    ), ${replaceRows('meeting_count', countNames, meetings)},
    ${replaceRows('meeting_outcome', outcomeNames, meetings)}
    select meeting_id from meeting_count_removed union select meeting_id from meeting_count_written
    union select meeting_id from meeting_outcome_removed
    union select meeting_id from meeting_outcome_written`.execute(trx);
  return rows.map(({ meeting_id }) => meeting_id);
}

/** Counts the marks of meetings, some at a time. */
export async function countAll(trx: Database, meetings: number[]): Promise<void> {
  for (let from = 0; from < meetings.length; from += slice)
    await countMeetings(trx, meetings.slice(from, from + slice));
}

/** What one slice of counting all again found. */
export interface CountedSlice {
  /** The last meeting of the slice; 0 once all are counted. */
  counted_after: number;
  /** Meetings of which something differed that no change explains. */
  differences: number;
}

/** Counts the slice of all meetings that follows a meeting. */
export async function countSlice(trx: Database, after: number): Promise<CountedSlice> {
  const { rows } = await sql<{ id: number }>`
    select id from class_meeting where id > ${after} order by id limit ${slice}`.execute(trx);
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
