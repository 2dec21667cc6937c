import { sql, type RawBuilder } from 'kysely';
import { maxFindings, type Finding, type SameNamed } from '#contract/attendance/check.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import type { Pages } from './queries.ts';

interface Named {
  column: string;
  /** Columns that the name is unique with. */
  scope?: string[];
  /** The name of row `t` on screens. */
  label?: RawBuilder<string>;
}

const ofNames: Record<Exclude<SameNamed, 'pay_code'>, Named> = {
  classroom: { column: 'room_number' },
  subject: { column: 'subject_code' },
  course: { column: 'name' },
  specialization: { column: 'specialization_code' },
  cohort: { column: 'name', scope: ['year'], label: sql`t.name || ', ' || t.year` },
  holiday: { column: 'name', scope: ['date_from'], label: sql`t.name || ', ' || t.date_from` },
  semester: {
    column: 'batch',
    scope: ['year', 'semester'],
    label: sql`'Semester ' || t.semester || ', ' || t.year || ', batch ' || t.batch`,
  },
};
const ofPay: Record<'pay_code', Named> = { pay_code: { column: 'paycode' } };

/** Rows that were equal before key forms were compared, each with the row that has the key form (R-KEY-2). */
function pairs(what: string, { column, scope = [], label = sql.ref(`t.${column}`) }: Named) {
  const table = sql.table(what);
  const isSame = sql.join(
    [
      sql`other.key_form = key_form(${sql.ref(`x.${column}`)})`,
      ...scope.map((name) => sql`${sql.ref(`other.${name}`)} = ${sql.ref(`x.${name}`)}`),
    ],
    sql` and `,
  );
  const labelOf = (row: 'x' | 'other') => sql`(
    select ${label} from ${table} t where t.id = ${sql.ref(`${row}.id`)})`;
  return sql`
    select ${what}::text as what, x.id, ${labelOf('x')} as name, other.id as other_id,
      ${labelOf('other')} as other_name
    from ${table} x join ${table} other on other.archived_at is null and ${isSame}
    where x.key_form is null and x.archived_at is null`;
}

interface Row {
  total: number;
  what: SameNamed;
  id: number;
  name: string;
  other_id: number;
  other_name: string;
}

/** Pairs of names, or of pay codes, that are equal but for capital letters and spaces. */
export async function sameNames(
  database: Database,
  kind: 'same_names' | 'same_pay_codes',
  pages: Pages,
): Promise<Page<Finding>> {
  const all = Object.entries(kind === 'same_names' ? ofNames : ofPay);
  const found = sql.join(
    all.map(([what, named]) => pairs(what, named)),
    sql` union all `,
  );
  const { rows, total } = await readCountedPage(pages, (limit, offset) =>
    sql<Row>`
      select count(*) over () as total, found.* from (${found} limit ${maxFindings}) found
      order by what, name collate natural_order, id limit ${limit} offset ${offset}`.execute(
      database,
    ),
  );
  return { rows: rows.map(present), total };
}

const present = ({ what, id, name, other_id, other_name }: Omit<Row, 'total'>): Finding => ({
  key: `${what} ${id}`,
  class_schedule: null,
  date: null,
  student: null,
  other: null,
  mail: null,
  count: null,
  same: { what, id, name, other_id, other_name },
});
