import { sql, type RawBuilder } from 'kysely';
import type { ReportFigures, ReportRow } from '#contract/standing/reports.ts';
import type { ReportGrouping } from '#contract/standing/report-terms.ts';
import { mondayOf } from '#contract/dates.ts';
import { percentOf, rateOf, type RateCounts, type RateTerms } from '#contract/rates.ts';
import { forceCustomPlan, type Database } from '#server/platform/database/pool.ts';
import { contains, wordsOf } from '#server/platform/resource/search.ts';
import { rateFraction } from '#server/school/attendance.ts';
import { onRedList } from '#server/school/red-list.ts';
import { groupsOf } from './groups.ts';
import { namings } from './names.ts';
import { figureNames, meetingsHeld, sumsOfHeld, type Counted } from './meetings.ts';
import type { Dates } from './period.ts';

interface GroupsQuery extends Counted {
  by: ReportGrouping;
  search: string;
  ordering: string;
  /** All rows without a page. */
  page?: { limit: number; offset: number };
}

interface ReportPage {
  rows: ReportRow[];
  total: number;
  totals: ReportFigures & Pick<ReportRow, 'before' | 'difference'>;
}

type Counts = RateCounts & Pick<ReportFigures, 'meetings' | 'taken' | 'in_progress' | 'not_taken'>;
interface Row extends Counts {
  /** Null for the totals, which stand first. */
  key: number | null;
  name: string;
  detail: string | null;
  in_red_list: boolean;
  before: Counts | null;
  total: number;
}

/**
 * A page of a report and its totals, in one statement: meetings, their counts, groups (R-REPORT-1).
 */
export async function readReport(
  database: Database,
  query: GroupsQuery,
  terms: RateTerms,
): Promise<ReportPage> {
  const { by, search, ordering, page } = query;
  const { joins, name, detail, order } = namings[by];
  const picked = by === 'student' && page ? pickedByName(query, page) : null;
  const isCompared = query.periods.length > 1;
  const first =
    page && !picked && !search && !isCompared ? firstBy(ordering, page, namings[by]) : null;
  const figures = (of: string) => sql.join(figureNames.map((one) => sql.ref(`${of}.${one}`)));
  const { rows } = await sql<Row>`${sql.raw(forceCustomPlan)}
    with ${meetingsHeld(query)},
    ${groupsOf(by, query, picked && picked.page)},
    rated as (select *, ${rateIn(terms)} as rate from groups),
    ${first ? sql`first as materialized (${first}),` : sql``}
    named as (
      select x.*, ${name} as name, ${detail} as detail, b.rate as rate_before,
        case when b.key is not null then json_build_object(${jsonPairs('b')}) end as before,
        row_number() over (order by ${sql.join(order)}, x.key) as place
      from ${first ? sql`first` : sql`rated`} x
      left join rated b on ${isCompared ? sql`b.n = 2 and b.key = x.key` : sql`false`}
      ${joins}
      where x.n = 1
    ),
    found as (
      select y.*, y.rate - y.rate_before as difference from named y
      where ${searched(search)}
    ),
    shown as (
      select *, ${atOf(ordering)} as at
      from found
    ),
    sums as (select n, ${sumsOfHeld} from held group by n)
    select 0 as at, null::bigint as key, '' as name, null as detail, false as in_red_list, ${figures('whole')},
      (select json_build_object(${jsonPairs('b')}) from sums b where b.n = 2) as before,
      ${totalOf(picked?.total, first !== null)} as total
    from (values (1)) one(n) left join sums whole on whole.n = one.n
    union all
    (select at, key, name, detail, ${by === 'student' && page ? onRedList(sql`shown.key`) : sql`false`},
        ${figures('shown')}, before, 0 from shown
      order by at ${page && !picked && !first ? pageOf(page) : sql``})
    order by at`.execute(database);
  const [totals, ...groups] = rows;
  return {
    total: totals?.total ?? 0,
    totals: figuresOf(totals ?? null, totals?.before ?? null, terms),
    rows: groups.map((row) => presentRow(row, query, terms)),
  };
}

/** How many rows there are, on all pages. */
function totalOf(ofPicked: RawBuilder<unknown> | undefined, isFirst: boolean) {
  if (ofPicked) return ofPicked;
  return isFirst
    ? sql`(select count(*) from rated where n = 1)`
    : sql`(select count(*) from found)`;
}

/**
 * The groups of CTE `rated` that a page shows, by a figure and then by name: their names are read, and of
 * thousands with the same figure no more are sorted than the page needs. Null by name, which a page of
 * students is picked by before, and by a difference, which needs both periods.
 */
function firstBy(
  ordering: string,
  page: Required<GroupsQuery>['page'],
  { joins, order }: (typeof namings)[ReportGrouping],
) {
  const key = ordering.replace(/^-/, '');
  if (key === 'name' || key === 'difference') return null;
  return sql`
    select x.* from rated x ${joins} where x.n = 1
    order by ${sql.ref(`x.${key}`)} ${directionOf(ordering)} nulls last, ${sql.join(order)}, x.key
    ${pageOf(page)}`;
}

const directionOf = (ordering: string) => (ordering.startsWith('-') ? sql`desc` : sql`asc`);

const pageOf = ({ limit, offset }: Required<GroupsQuery>['page']) =>
  sql`limit ${limit} offset ${offset}`;

/**
 * The students of a page by name, and how many there are, of CTE `places`: sorted by name, only
 * their marks are read; null for another order, which needs the counts of all.
 */
function pickedByName({ search, ordering }: GroupsQuery, page: Required<GroupsQuery>['page']) {
  if (!/^-?name$/.test(ordering)) return null;
  const { joins, name, detail, order } = namings.student;
  const named = sql`
    select x.key, ${name} as name, ${detail} as detail,
      row_number() over (order by ${sql.join(order)}, x.key) as place
    from (select key from places where n = 1) x ${joins}`;
  const found = sql`(${named}) y where ${searched(search)}`;
  return {
    total: sql`(select count(*) from ${found})`,
    page: sql`select y.key from ${found} order by y.place ${directionOf(ordering)} ${pageOf(page)}`,
  };
}

/** Whether the name and detail of row `y` have all words of a search. */
function searched(search: string) {
  const words = wordsOf(search).map((word) => contains(word, ['y.name', 'y.detail']));
  return words.length ? sql.join(words, sql` and `) : sql`true`;
}

/** Rates as numbers, to sort by; shown are the percentages of `rateOf`. */
function rateIn(terms: RateTerms) {
  const { part, of } = rateFraction(terms);
  return sql`${part} / nullif(${of}, 0)::numeric`;
}

/** The place of a row of CTE `found` in an order: 1 is the first. */
function atOf(ordering: string): RawBuilder<number> {
  // They are numbered by name.
  if (ordering === 'name') return sql`place`;
  const key = ordering.replace(/^-/, '');
  return sql`row_number() over (
    order by ${key === 'name' ? sql`place` : sql.ref(key)} ${directionOf(ordering)} nulls last, place)`;
}

const jsonPairs = (of: string) =>
  sql.join(figureNames.flatMap((name) => [sql.lit(name), sql.ref(`${of}.${name}`)]));

function presentRow(row: Row, { by, periods }: GroupsQuery, terms: RateTerms): ReportRow {
  const id = row.key ?? 0;
  const [dates, compared] = periods;
  return {
    id,
    name: row.name,
    detail: row.detail,
    in_red_list: row.in_red_list,
    week: by === 'week' && dates ? weekOf(dates, id) : null,
    week_before: by === 'week' && compared ? weekOf(compared, id) : null,
    ...figuresOf(row, row.before, terms),
  };
}

/** The dates of a week within a period; null when it lies behind its end. */
function weekOf({ from, to }: Dates, number: number): Dates | null {
  const monday = Temporal.PlainDate.from(mondayOf(from)).add({ weeks: number - 1 });
  const [first, last] = [monday.toString(), monday.add({ days: 6 }).toString()];
  if (first > to) return null;
  return { from: first < from ? from : first, to: last > to ? to : last };
}

/** Counts as they are sent, with those before and the change of the rate. */
function figuresOf(
  counts: Counts | null,
  before: Counts | null,
  terms: RateTerms,
): ReportPage['totals'] {
  const [now, then] = [counts, before].map((one) => one && rateOf(one, terms));
  return {
    ...figure(counts, terms),
    before: before && before.meetings > 0 ? figure(before, terms) : null,
    difference:
      now && then ? Math.round((now.part / now.of - then.part / then.of) * 1000) / 10 : null,
  };
}

const figure = (counts: Counts | null, terms: RateTerms): ReportFigures => ({
  meetings: counts?.meetings ?? 0,
  taken: counts?.taken ?? 0,
  in_progress: counts?.in_progress ?? 0,
  not_taken: counts?.not_taken ?? 0,
  present: counts?.present ?? 0,
  late: counts?.late ?? 0,
  absent: counts?.absent ?? 0,
  excused: counts?.excused ?? 0,
  scheduled_minutes: counts?.scheduled_minutes ?? 0,
  attended_minutes: counts?.attended_minutes ?? 0,
  rate: counts && percentOf(rateOf(counts, terms)),
});
