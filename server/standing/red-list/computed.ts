import { sql, type RawBuilder } from 'kysely';
import { absencesLeft, bestReachable, probabilityBelow } from '#contract/standing/forecast.ts';
import { fractionOf, rateNear, rateOf } from '#contract/rates.ts';
import type { redListStates, RedListLine } from '#contract/standing/red-list-computed.ts';
import type { RedListReason } from '#contract/red-list-reasons.ts';
import type { RuleParts } from '#contract/standing/red-list-rule.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { whereIn } from '#server/platform/resource/list.ts';
import { contains, studentContains, wordsOf } from '#server/platform/resource/search.ts';
import { followUpOfEntry, presentFollowUp, type FollowUpFacts } from '../follow-ups/of-entry.ts';
import { formatted } from '#contract/messages/letter-number.ts';
import { latestWarning } from '#server/school/letters.ts';
import { rateNow } from '../standing/rate-now.ts';
import type { RuleTerms } from './holding.ts';
import {
  belowOfSubject,
  hasEntryByHand,
  isByHandAlone,
  isTaughtBy,
  percentByHand,
  semesterByHand,
} from '#server/school/red-list.ts';

interface ComputedQuery {
  /** Only these entries; numbers of those by hand alone are negative. */
  ids?: number[];
  state?: (typeof redListStates)[number];
  why?: RedListReason;
  subject?: number[];
  student?: number[];
  course?: number[];
  search: string;
  ordering: string;
  limit: number;
  page: number;
  /** Entries by rule only of students who are or were in a class of this teacher. */
  teacher: number | null;
}

interface Row {
  id: number;
  student: number;
  student_id: string;
  first_name: string;
  last_name: string;
  subject: RedListLine['subject'];
  class_type: RedListLine['class_type'];
  state: RedListLine['state'];
  semester_id: number | null;
  follow_up: FollowUpFacts | null;
  letter: RedListLine['letter'];
  why: RedListReason[] | null;
  rule: RuleParts | null;
  since: string | null;
  not_held_since: string | null;
  by_hand: RedListLine['by_hand'];
  below: number | null;
  decided_by: string | null;
  decided_at: string | null;
  decision: string | null;
  standing: StoredStanding | null;
}

/** The sums of a row of `standing`. */
type StoredStanding = NonNullable<RedListLine['standing']> & {
  scheduled_minutes: number;
  excused_minutes: number;
  attended_minutes: number;
  unfinished_minutes: number;
};
type Facts = Pick<RedListLine, 'standing' | 'rate' | 'best' | 'absences_left' | 'chance_below'>;

const listedStates = ['open', 'accepted', 'recovered'] as const;
/** The states of entries by rule that a filter shows; of those by hand with the entries for the same subject. */
const statesOf = { listed: listedStates, 'by hand': listedStates };

/** Entries by rule and by hand; one row for each student and subject (R-RED-2). */
export async function findComputed(
  database: Database,
  query: ComputedQuery,
  terms: RuleTerms & { forecast: boolean },
  today: string,
): Promise<Page<RedListLine>> {
  const { ordering } = query;
  const conditions = conditionsOf(query);
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  // Equal ones by number: comparing names in natural order takes longer than all the rest.
  const orderOf = (row: RawBuilder<unknown>) => sql`${row}.sort_key ${direction} nulls last,
    ${row}.student_id, ${row}.subject_id, ${row}.class_type nulls first, ${row}.id`;
  // What is counted and sorted has few columns; the others are read for the page alone.
  const found = await readCountedPage(query, (rows, offset) =>
    sql<Row & { total: number }>`
      with matching as (
        select entry.id, entry.student_id, entry.subject_id, entry.counted_in, entry.class_type,
          ${sortKeys(terms)[ordering.replace('-', '')]} as sort_key
        from (${entriesOf(query, today)}) entry
        join student s on s.id = entry.student_id
        left join subject j on j.id = entry.subject_id
        where ${sql.join(conditions, sql` and `)}
      ), chosen as (
        select * from matching order by ${orderOf(sql`matching`)} limit ${rows} offset ${offset}
      ), entry as (
        select chosen.*, c.semester_id, c.rule_id, coalesce(c.state, 'by hand') as state, c.why,
          c.since, c.not_held_since, c.decided_by, c.decided_at, c.decision, h.id as hand_id,
          h.attendance_percentage, h.entered_on
        from chosen
        left join red_list_computed c on c.id = chosen.id
        left join red_list h on h.student_id = chosen.student_id
          and h.subject_id = chosen.subject_id and chosen.class_type is null
          and h.archived_at is null
      )
      select entry.id, s.id as student, s.student_id, s.first_name, s.last_name, entry.state,
        entry.semester_id, entry.class_type, ${followUpOfEntry(terms, today)} as follow_up,
        ${query.teacher === null ? latestWarning : sql`null`} as letter,
        entry.why, entry.since, entry.not_held_since, (select count(*) from matching) as total,
        case when j.id is not null then jsonb_build_object('id', j.id,
          'subject_name', j.subject_name, 'subject_code', j.subject_code) end as subject,
        case when r.id is not null then jsonb_build_object('below', r.below,
          'least_meetings', r.least_meetings, 'consecutive', r.consecutive,
          'absences', r.absences, 'weeks', r.weeks) end as rule,
        case when entry.hand_id is not null then jsonb_build_object('id', entry.hand_id,
          'attendance_percentage', entry.attendance_percentage, 'entered_on', entry.entered_on)
          end as by_hand,
        (case when entry.subject_id is null then r.below
          else coalesce(r.below, ${belowOfSubject(sql`entry.class_type`)}) end)::float8 as below,
        u.name as decided_by, entry.decided_at, entry.decision,
        case when added.present is not null then to_jsonb(added) end as standing
      from entry
      join student s on s.id = entry.student_id
      left join subject j on j.id = entry.subject_id
      left join red_list_rule r on r.id = entry.rule_id
      left join app_user u on u.id = entry.decided_by
      left join lateral (
        select sum(present) as present, sum(late) as late, sum(absent) as absent,
          sum(excused) as excused, sum(unfinished) as unfinished,
          sum(scheduled_minutes) as scheduled_minutes, sum(excused_minutes) as excused_minutes,
          sum(attended_minutes) as attended_minutes, sum(unfinished_minutes) as unfinished_minutes,
          case when entry.subject_id is null then 0 else max(streak) end as streak,
          sum(left_meetings) as left_meetings, sum(left_minutes) as left_minutes,
          (select coalesce(jsonb_agg(day order by day), '[]') from (
            select day from (${ownStandings}) own, unnest(own.absent_on) day
            order by day desc limit ${maxDates}) latest) as absent_on
        from (${ownStandings}) st
      ) added on true
      order by ${orderOf(sql`entry`)}`.execute(database),
  );
  return { ...found, rows: found.rows.map((row) => present(row, terms)) };
}

/** Entries by rule in the states of the filter, and with them entries by hand. */
function entriesOf({ state = 'listed', why, teacher }: ComputedQuery, today: string) {
  const withByHand = (state === 'listed' && !why) || state === 'by hand';
  const states = state === 'listed' || state === 'by hand' ? statesOf[state] : [state];
  return sql`
    select c.id, c.student_id, c.subject_id, c.semester_id as counted_in, c.class_type,
      case when c.not_held_since is null then c.why end as why, c.since
    from red_list_computed c
    where c.state = any(${states}::text[]) and ${isTaughtBy(sql`c.student_id`, teacher)}
    ${withByHand ? sql`union all ${entriesByHand(teacher, today)}` : sql``}`;
}

const conditionsOf = ({ ids, state, why, subject, student, course, search }: ComputedQuery) =>
  [
    sql`s.archived_at is null`,
    ...wordsOf(search).map(
      (word) => sql`(${studentContains(word)}
        or ${contains(word, ['j.subject_name', 'j.subject_code'])})`,
    ),
    whereIn('entry.id', ids),
    whereIn('entry.subject_id', subject),
    whereIn('entry.student_id', student),
    whereIn('j.course_id', course),
    why ? sql`${why} = any(entry.why)` : undefined,
    state === 'by hand' ? hasEntryByHand : undefined,
  ].filter((condition) => condition !== undefined);

const sortKeys = (terms: RuleTerms): Record<string, RawBuilder<unknown>> => ({
  rate: sql`(select rate from (${rateNow(
    {
      student: sql`entry.student_id`,
      semester: sql`entry.counted_in`,
      subject: sql`entry.subject_id`,
      class_type: sql`entry.class_type`,
    },
    terms,
  )}) now)`,
  since: sql`entry.since`,
  last_name: sql`sort_name(s.first_name, s.last_name) collate natural_order`,
  student_id: sql`s.student_id collate natural_order`,
  subject: sql`j.subject_code`,
  attendance_percentage: percentByHand,
});

/** Entries by hand alone, with the semester whose marks give their rate. */
const entriesByHand = (teacher: number | null, today: string) => sql`
  select -h.id, h.student_id, h.subject_id, ${semesterByHand(today)}, null, null, null
  from red_list h where ${isByHandAlone(teacher)}`;

/** The standings of an entry: of its subject or of its class type in it, or of all subjects. */
const standingsIn = (table: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  select present, late, absent, excused, unfinished, scheduled_minutes, excused_minutes,
    attended_minutes, unfinished_minutes, streak, left_meetings, left_minutes, absent_on
  from ${table} x
  where x.student_id = entry.student_id and x.semester_id = entry.counted_in
    and (entry.subject_id is null or x.subject_id = entry.subject_id) and ${condition}`;
const ownStandings = sql`
  ${standingsIn(sql`standing`, sql`entry.class_type is null`)}
  union all
  ${standingsIn(sql`standing_of_type`, sql`x.class_type = entry.class_type`)}`;

/** Dates of absences in a row. */
const maxDates = 20;

function present(
  { student, student_id, first_name, last_name, standing: own, why, decided_by, ...found }: Row,
  terms: RuleTerms & { forecast: boolean },
): RedListLine {
  const { decided_at, decision, ...row } = found;
  const shown = {
    ...row,
    student: { id: student, student_id, first_name, last_name },
    follow_up: row.follow_up && presentFollowUp(row.follow_up),
    letter: row.letter && { ...row.letter, number: formatted(row.letter.number) },
    decided: decided_by && decided_at ? { by: decided_by, at: decided_at, reason: decision } : null,
    why: row.not_held_since === null ? (why ?? []) : [],
  };
  if (!own)
    return {
      ...shown,
      standing: null,
      rate: '–',
      best: null,
      absences_left: null,
      chance_below: null,
    };
  return { ...shown, ...factsOf(own, row.below, terms) };
}

/** The rate of a standing, and what can still be reached without ending below a percentage. */
function factsOf(
  own: StoredStanding,
  below: number | null,
  terms: RuleTerms & { forecast: boolean },
): Facts & { standing: NonNullable<Facts['standing']> } {
  const counts = terms.unfinished_counts
    ? {
        ...own,
        absent: own.absent + own.unfinished,
        scheduled_minutes: own.scheduled_minutes + own.unfinished_minutes,
      }
    : own;
  const left = { meetings: own.left_meetings, minutes: own.left_minutes };
  const threshold = below === null ? null : fractionOf(below);
  const { present: attended, late, absent, excused, unfinished, streak, absent_on } = own;
  return {
    standing: {
      present: attended,
      late,
      absent,
      excused,
      unfinished,
      streak,
      absent_on,
      left_meetings: left.meetings,
      left_minutes: left.minutes,
    },
    rate: rateNear(rateOf(counts, terms), threshold),
    best: rateNear(bestReachable(counts, left, terms), threshold),
    absences_left: threshold && absencesLeft(counts, left, threshold, terms),
    chance_below:
      threshold && terms.forecast ? probabilityBelow(counts, left, threshold, terms) : null,
  };
}
