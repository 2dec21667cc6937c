import { sql, type RawBuilder } from 'kysely';
import { clashKinds, isPairKind, type ClashKind, type PairKind } from '#contract/clash.ts';
import type {
  TimetableClash,
  TimetableClashes,
  TimetableClashQuery,
} from '#contract/timetable/timetable-health.ts';
import { forceCustomPlan, type Database } from '#server/platform/database/pool.ts';
import { contains, wordsOf } from '#server/platform/resource/search.ts';
import { circumstances } from '../clashes/circumstances.ts';
import { describedClass, maxStudents } from '../clashes/pairs.ts';
import { heldIn } from './held.ts';
import { clashingPairs } from './pairs.ts';
import type { HealthPeriod } from './period.ts';
import { classSizes, overCapacity } from './seats.ts';
import { bitsOf, slots, type DayBits } from './slots.ts';

type Query = Pick<
  TimetableClashQuery,
  'kind' | 'confirmed' | 'search' | 'ordering' | 'limit' | 'page'
>;
type Found = Pick<TimetableClashes, 'counts' | 'total'> & { rows: TimetableClash[] };

interface Row extends Omit<TimetableClash, 'id'> {
  /** Null where the page has no rows. */
  id: number | null;
  counts: TimetableClashes['counts'];
}

const sortKeys: Record<string, string> = {
  date: 'date',
  dates: 'dates',
  kind: 'kind',
  missing: 'missing',
};

/** The clashes of a semester's classes with each other and with other classes (R-HEALTH-2). */
export async function clashesOfTimetable(
  database: Database,
  period: HealthPeriod,
  { kind, confirmed, search, ordering, limit, page }: Query,
): Promise<Found> {
  const kinds = kind?.length ? clashKinds.filter((one) => kind.includes(one)) : clashKinds;
  const bits = bitsOf(period);
  const conditions = [
    ...(confirmed ? [sql`confirmed = ${confirmed === 'yes'}`] : []),
    ...wordsOf(search).map(matches),
  ];
  const key = ordering.replace('-', '');
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const { rows } = await sql<Row>`${sql.raw(forceCustomPlan)}
    with held as materialized (${heldIn(period)}),
    ${foundOf(bits, period, kinds)},
    matching as materialized (
      select * from found ${conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
    ),
    one_page as (
      select row_number() over (
        order by confirmed, ${sql.ref(sortKeys[key] ?? 'date')} ${direction} nulls last, date,
          start_time, class, kind, other, name, reason) as id, *
      from matching order by 1 limit ${limit} offset ${(page - 1) * limit}
    ),
    ${described},
    counted as (
      select coalesce(jsonb_agg(n), '[]') as counts from (
        select kind, confirmed, count(*)::int as count from matching group by 1, 2 order by 1, 2
      ) n
    )
    select k.id, k.kind, k.date, k.dates, k.last_date, k.start_time, k.end_time,
      case k.kind
        when 'teacher' then (select person_name(first_name, last_name) from teacher where id = k.who)
        when 'classroom' then (select room_number from classroom where id = k.who)
        else k.name end as name,
      w.class, o.class as other,
      ${kinds.includes('students') ? namedStudents : sql`null`} as students,
      case when k.kind = 'seats' then
        jsonb_build_object('capacity', k.capacity, 'enrolled', k.enrolled) end as seats,
      k.reason, k.confirmed, counted.counts
    from counted
    left join one_page k on true
    left join described w on w.id = k.class and w.date = k.date
    left join described o on o.id = k.other and o.date = k.date
    order by k.id`.execute(database);
  const counts = rows[0]?.counts ?? [];
  return {
    // For a page without rows a query that only counts.
    rows: rows.flatMap(({ counts: _counts, id, ...row }) => (id === null ? [] : [{ ...row, id }])),
    counts,
    total: counts.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Each clash once: those between two classes, and those of a class with its circumstances. */
function foundOf(
  bits: DayBits,
  period: HealthPeriod,
  kinds: readonly ClashKind[],
): RawBuilder<unknown> {
  const ofPairs = kinds.filter(isPairKind);
  const own = kinds.flatMap((kind) => (isPairKind(kind) ? [] : [meetingsWith(kind)]));
  const parts = [
    ...(ofPairs.length ? [slots(bits), clashingPairs(bits, period, ofPairs)] : []),
    ...(kinds.includes('seats') ? [classSizes(period)] : []),
  ];
  const found = [
    ...(ofPairs.length
      ? [
          sql`select kind, class, other, ${bits.first(sql`dates`)} as date,
            bit_count(dates) as dates, ${bits.last(sql`dates`)} as last_date, start_time, end_time,
            null as name, null as reason, null::int as capacity, null::bigint as enrolled, who,
            confirmed, null::bigint as missing
          from pairs`,
        ]
      : []),
    ...(own.length
      ? [
          sql`select kind, class, null::bigint as other, min(date) as date, count(*) as dates,
            max(date) as last_date, (array_agg(start_time order by date))[1] as start_time,
            (array_agg(end_time order by date))[1] as end_time, name, reason, capacity,
            max(enrolled) as enrolled, null::bigint as who, false as confirmed, max(enrolled) - capacity as missing
          from (${sql.join(own, sql` union all `)}) f
          group by kind, class, name, reason, capacity`,
        ]
      : []),
  ];
  return sql.join([...parts, sql`found as (${sql.join(found, sql` union all `)})`], sql`, `);
}

/** Meetings of `held` with which something is wrong whatever else is held then: the judge's words. */
const meetingsWith = (kind: Exclude<ClashKind, PairKind>): RawBuilder<unknown> =>
  kind === 'seats'
    ? overCapacity
    : sql`
      select f.kind, p.class, p.date, p.start_time, p.end_time, f.name, f.reason, f.capacity,
        f.enrolled
      from (
        select *, array[teacher_id] || further_teachers as teacher_ids,
          array[classroom_id] || further_rooms as classroom_ids
        from held
      ) p
      cross join lateral (${circumstances('enrolled')[kind]}) f
      where p.is_own ${kind === 'archived' ? sql`and ${needsArchived}` : sql``}`;

/** Few meetings have one: the others are not checked one by one. */
const needsArchived = sql`(
  p.teacher_ids && array(select id from teacher where archived_at is not null)
  or p.classroom_ids && array(select id from classroom where archived_at is not null))`;

/** The classes of the page, as they are held on the first date of their clash. */
const described = sql`
  described as materialized (
    select c.id, g.date, ${describedClass} as class
    from (
      select class, date from one_page union select other, date from one_page where other is not null
    ) n
    join held g on g.class = n.class and g.date = n.date
    join class_schedule c on c.id = g.class
    join subject s on s.id = c.subject_id
    join classroom r on r.id = g.classroom_id
    join teacher t on t.id = g.teacher_id
  )`;

/** The students of both classes of clash `k`: their number, and the first of them. */
const namedStudents = sql`case when k.kind = 'students' then (
  select jsonb_build_object('count', count(*), 'first', coalesce(jsonb_agg(
    jsonb_build_object('student_id', one.student_id, 'name', one.name)
    order by one.student_id) filter (where one.place <= ${maxStudents}), '[]'))
  from (
    select p.student_id, person_name(p.first_name, p.last_name) as name,
      row_number() over (order by p.student_id) as place
    from (select distinct student from in_the_way
      where kind = 'students' and class = k.class and other = k.other) who
    join student p on p.id = who.student
  ) one
) end`;

/** Whether one of the classes has the word in its subject, teacher or room. */
const matches = (word: string) => sql`exists (
  select from class_schedule c
  join subject s on s.id = c.subject_id
  join teacher t on t.id = c.teacher_id
  join classroom r on r.id = c.classroom_id
  where c.id in (found.class, found.other) and ${contains(word, [
    's.subject_name',
    's.subject_code',
    't.first_name',
    't.last_name',
    'r.room_number',
  ])})`;
