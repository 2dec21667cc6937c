import { peopleOf } from '#server/school/meetings.ts';
import { sql } from 'kysely';
import type { MarksOfRolls, ReportRoll, ReportRollsQuery } from '#contract/standing/reports.ts';
import { percentOf, rateOf, type RateCounts, type RateTerms } from '#contract/rates.ts';
import type { RollsHaving } from '#contract/standing/report-terms.ts';
import { forceCustomPlan, type Database } from '#server/platform/database/pool.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { contains, wordsOf } from '#server/platform/resource/search.ts';
import { rateFraction } from '#server/school/attendance.ts';
import { meetingsHeld, type Counted } from './meetings.ts';

interface RollsQuery
  extends Counted, Pick<ReportRollsQuery, 'search' | 'ordering' | 'limit' | 'page'> {
  having?: RollsHaving | undefined;
}

const isState = (having: RollsHaving) =>
  having === 'taken' || having === 'in_progress' || having === 'not_taken';

interface Row extends RateCounts, Omit<ReportRoll, 'subject' | 'teacher' | 'rate'> {
  subject_name: string;
  group_name: string | null;
  subject_code: string;
  teacher_id: number;
  co_teachers: ReportRoll['co_teachers'];
  /** The sums of all rolls of the list, also of those on other pages. */
  marks: MarksOfRolls;
  first_name: string;
  last_name: string;
}

/** The rolls behind a number of a report; their counts add up to it (R-REPORT-3). */
export async function findReportRolls(
  database: Database,
  query: RollsQuery,
  terms: RateTerms,
): Promise<Page<ReportRoll> & { marks: MarksOfRolls | null }> {
  const { having, search, ordering } = query;
  const { part, of } = rateFraction(terms);
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const sortKeys = {
    date: sql`g.date`,
    subject: sql`s.subject_code collate natural_order`,
    rate: sql`${part} / nullif(${of}, 0)::numeric`,
    present: sql`g.present`,
    late: sql`g.late`,
    absent: sql`g.absent`,
    excused: sql`g.excused`,
  };
  const key = sortKeys[ordering.replace('-', '') as keyof typeof sortKeys];
  const conditions = [
    having === undefined
      ? sql`true`
      : isState(having)
        ? sql.ref(`g.${having}`)
        : having === 'marked'
          ? sql`g.is_marked`
          : having === 'none_expected'
            ? sql`not (g.taken or g.in_progress or g.not_taken)`
            : sql`${sql.ref(`g.${having}`)} > 0`,
    ...wordsOf(search).map((word) =>
      contains(word, [
        's.subject_name',
        's.subject_code',
        't.first_name',
        't.last_name',
        'r.room_number',
      ]),
    ),
  ];
  const found = await readCountedPage(query, (rows, offset) =>
    sql<Row & { total: number }>`${sql.raw(forceCustomPlan)}
      with ${meetingsHeld(query)}
      select g.id, g.class_schedule_id as class_schedule, g.date, g.start_time, g.end_time,
        c.class_type, s.subject_name, s.subject_code, c.group_name,
        case when g.further_rooms is null then r.room_number
          else rooms_text(g.classroom_id, g.further_rooms) end as room_number,
        t.id as teacher_id, t.first_name, t.last_name, ${peopleOf(sql`g.further_teachers`)} as co_teachers, g.present, g.late, g.absent, g.excused, g.scheduled_minutes,
        g.excused_minutes, g.attended_minutes,
        case when g.taken or g.in_progress or g.not_taken then g.state else 'none' end as state,
        jsonb_build_object('present', sum(g.present) over (), 'late', sum(g.late) over (),
          'absent', sum(g.absent) over (), 'excused', sum(g.excused) over ()) as marks,
        count(*) over () as total
      from held g
      join class_schedule c on c.id = g.class_schedule_id
      join subject s on s.id = g.subject_id
      join classroom r on r.id = g.classroom_id
      join teacher t on t.id = g.teacher_id
      where ${sql.join(conditions, sql` and `)}
      order by ${key} ${direction} nulls last, g.date ${direction}, g.start_time ${direction}, g.id
      limit ${rows} offset ${offset}`.execute(database),
  );
  return {
    ...found,
    rows: found.rows.map((row) => present(row, terms)),
    marks: found.rows[0]?.marks ?? null,
  };
}

const present = (row: Omit<Row, 'total' | 'marks'>, terms: RateTerms): ReportRoll => ({
  id: row.id,
  class_schedule: row.class_schedule,
  date: row.date,
  start_time: row.start_time,
  end_time: row.end_time,
  class_type: row.class_type,
  subject: { subject_name: row.subject_name, subject_code: row.subject_code },
  group_name: row.group_name,
  room_number: row.room_number,
  teacher: { id: row.teacher_id, first_name: row.first_name, last_name: row.last_name },
  co_teachers: row.co_teachers,
  state: row.state,
  present: row.present,
  late: row.late,
  absent: row.absent,
  excused: row.excused,
  rate: percentOf(rateOf(row, terms)),
});
