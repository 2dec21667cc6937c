import { sql, type RawBuilder } from 'kysely';
import { hourFigures, type HourCounts, type HourTerms } from '#contract/standing/contact-hours.ts';
import { fold } from '#contract/fold.ts';
import type {
  ContactHourList,
  ContactHours,
  outlooks,
} from '#contract/standing/contact-hour-list.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { type Page } from '#server/platform/http/lists.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { studentContains, wordsOf } from '#server/platform/resource/search.ts';
import type { RollMoment } from '#server/school/roll-state.ts';
import { assignedOn } from '#server/school/enrolled.ts';
import { editsAll } from '#server/school/follow-ups.ts';
import { onRedList } from '#server/school/red-list.ts';
import { hourCounts, meetingsOf } from './hours.ts';
import { isReadBy } from './readable.ts';

interface ContactHoursQuery {
  band?: number;
  outlook?: (typeof outlooks)[number];
  course?: number[];
  cohort?: number[];
  search: string;
  ordering: string;
  limit: number;
  page: number;
}

/** A semester, and whether its standings are stored. */
interface SemesterOfList {
  id: number;
  from: string;
  to: string;
  isCurrent: boolean;
}

interface Row extends HourCounts {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
  in_red_list: boolean;
}

interface Found {
  rows: Row[] | null;
  total: number;
  bands: number[];
  without_rate: number;
}

/** The institute's moment, its terms, and who reads. */
interface Reading {
  user: CurrentUser;
  terms: HourTerms;
  today: string;
  moment: RollMoment;
}

/** The minutes of each student of a semester: stored ones, or of an ended semester counted now. */
const hoursOf = (semester: SemesterOfList, moment: RollMoment) =>
  semester.isCurrent
    ? sql`contact_hours h where h.semester_id = ${semester.id}`
    : sql`(
        select e.student_id, ${hourCounts(moment)}
        from ${meetingsOf({ semesters: [semester.id], from: semester.from, to: semester.to }, moment)}
        group by e.student_id
      ) h where true`;

/** Students of a semester with their contact hours, and how many are in each band (R-HOURS-3). */
export async function findContactHours(
  database: Database,
  semester: SemesterOfList,
  query: ContactHoursQuery,
  { user, terms, today, moment }: Reading,
): Promise<Page<ContactHours> & Pick<ContactHourList, 'bands' | 'without_rate'>> {
  const { band, outlook, course, cohort, search, ordering, limit, page } = query;
  const bands = terms.contact_hour_bands;
  const students = [
    // Stored minutes are those of students who are not archived.
    ...(semester.isCurrent ? [] : [sql`s.archived_at is null`]),
    ...(editsAll(user) ? [] : [isReadBy(user)]),
    ...wordsOf(search).map((word) => studentContains(word)),
    ...(cohort
      ? [
          sql`s.id in (select a.student_id from cohort_assignment a
            where a.cohort_id = any(${cohort}::bigint[]) and ${assignedOn(today)})`,
        ]
      : []),
    ...(course
      ? [
          sql`s.id in (select e.student_id from enrolment e
            join class_schedule c on c.id = e.class_schedule_id and c.semester_id = ${semester.id}
            join subject j on j.id = c.subject_id and j.course_id = any(${course}::bigint[]))`,
        ]
      : []),
  ];
  const conditions = [
    ...(band === undefined ? [] : [isInBand(band, bands)]),
    ...(outlook === undefined ? [] : [hasOutlook(outlook, bands.at(-1) ?? 0)]),
  ];
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const key = ordering.replace('-', '');
  // Names are read for the sort, or for the rows of the page alone.
  const isByName = key === 'last_name' || key === 'student_id';
  const order = sql`${keys[key]} ${direction} nulls last, s.id`;
  const { rows } = await sql<Found>`
    with hours as (
      select h.student_id, h.scheduled_minutes, h.attended_minutes, h.excused_minutes,
        h.left_minutes,
        h.scheduled_minutes - ${terms.excused_counts ? sql`0` : sql`h.excused_minutes`} as of_minutes
      from ${hoursOf(semester, moment)}
    ), s as materialized (
      select h.*, h.student_id as id from hours h
      ${students.length ? sql`join student s on s.id = h.student_id` : sql``}
      where ${sql.join([notAbout(user), ...students], sql` and `)}
    ), chosen as (
      select s.* from s ${isByName ? sql`join student n on n.id = s.id` : sql``}
      ${conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
      order by ${order} limit ${limit} offset ${(page - 1) * limit}
    )
    select
      (select jsonb_agg(jsonb_build_object('id', s.id, 'student_id', n.student_id,
          'first_name', n.first_name, 'last_name', n.last_name,
          'in_red_list', ${onRedList(sql`s.id`)}, 'scheduled_minutes', scheduled_minutes,
          'attended_minutes', attended_minutes, 'excused_minutes', excused_minutes,
          'left_minutes', left_minutes) order by ${order})
        from chosen s join student n on n.id = s.id) as rows,
      counted.*
    from (
      select count(*) filter (where ${
        conditions.length ? sql.join(conditions, sql` and `) : sql`true`
      })::int as total,
        array[${sql.join(
          [...bands, 0].map((one) => sql`count(*) filter (where ${isInBand(one, bands)})`),
        )}]::int[] as bands,
        count(*) filter (where of_minutes = 0)::int as without_rate
      from s
    ) counted`.execute(database);
  const found = rows[0];
  return {
    rows: (found?.rows ?? []).map((row) => present(row, terms)),
    total: found?.total ?? 0,
    bands: [...bands, null].map((one, at) => ({ band: one, students: found?.bands[at] ?? 0 })),
    without_rate: found?.without_rate ?? 0,
  };
}

/** Whether minutes `h` are not the user's own; the index of the search finds the address. */
const notAbout = ({ email }: CurrentUser) => sql`h.student_id not in (
  select s.id from student s
  where ${studentContains(fold(email))} and lower(s.student_mail) = ${email.toLowerCase()})`;

/** Sort keys of students `s` with their minutes; rates as fractions. */
const keys: Record<string, RawBuilder<unknown>> = {
  rate: sql`attended_minutes::float8 / nullif(of_minutes, 0)`,
  best: sql`(attended_minutes + left_minutes)::float8 / nullif(of_minutes + left_minutes, 0)`,
  worst: sql`attended_minutes::float8 / nullif(of_minutes + left_minutes, 0)`,
  last_name: sql`sort_name(n.first_name, n.last_name) collate natural_order`,
  student_id: sql`n.student_id collate natural_order`,
  scheduled: sql`scheduled_minutes`,
};

const reaches = (part: RawBuilder<unknown>, of: RawBuilder<unknown>, percent: number) =>
  sql`${part} * 100 >= ${percent}::int * ${of}`;
const attended = sql`attended_minutes`;
const rateReaches = (percent: number) => reaches(attended, sql`of_minutes`, percent);

/** Whether the rate is in a band, as `hourFigures` has it; 0: below all bands. */
function isInBand(band: number, bands: readonly number[]): RawBuilder<unknown> {
  const above = band === 0 ? bands.at(-1) : bands[bands.indexOf(band) - 1];
  return sql`(of_minutes > 0 and ${rateReaches(band)}
    ${above === undefined ? sql`` : sql`and not ${rateReaches(above)}`})`;
}

/** What is still possible for a band, as `hourFigures` has it. */
function hasOutlook(outlook: (typeof outlooks)[number], percent: number): RawBuilder<unknown> {
  const whole = sql`(of_minutes + left_minutes)`;
  const canReach = reaches(sql`(attended_minutes + left_minutes)`, whole, percent);
  const always = reaches(attended, whole, percent);
  const conditions = {
    lost: sql`(${whole} = 0 or not ${canReach})`,
    certain: sql`(${whole} > 0 and ${always})`,
    open: sql`(${canReach} and not ${always})`,
  };
  return conditions[outlook];
}

function present({ in_red_list, ...row }: Row, terms: HourTerms): ContactHours {
  const { id, student_id, first_name, last_name, ...counts } = row;
  const { scheduled_minutes, attended_minutes, excused_minutes, left_minutes } = counts;
  return {
    id,
    student: { id, student_id, first_name, last_name },
    in_red_list,
    scheduled_minutes,
    attended_minutes,
    excused_minutes,
    left_minutes,
    ...hourFigures(counts, terms),
  };
}
