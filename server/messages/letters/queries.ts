import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { formatted } from '#contract/messages/letter-number.ts';
import type { LetterRow, lettersQuery } from '#contract/messages/letters.ts';
import type { LetterKind } from '#contract/messages/template-kinds.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { whereIn } from '#server/platform/resource/list.ts';
import { studentContains, wordsOf } from '#server/platform/resource/search.ts';
import { kindsOf } from './kinds.ts';

interface Row extends Omit<LetterRow, 'student'> {
  student: number;
  student_id: string;
  first_name: string;
  last_name: string;
  title: string | null;
  body: string | null;
  erased: boolean;
}

type StoredLetter = LetterRow & Pick<Row, 'title' | 'body' | 'erased'>;

const columns = sql`
  x.id, x.number, x.kind, x.made_at, u.name as made_by, s.id as student, s.student_id,
  s.first_name, s.last_name, s.erased_at is not null as erased,
  case when j.id is not null then jsonb_build_object('subject_name', j.subject_name,
    'subject_code', j.subject_code) end as subject`;
const joins = sql`
  letter x join student s on s.id = x.student_id join app_user u on u.id = x.made_by
  left join subject j on j.id = x.subject_id`;

function present({ student, student_id, first_name, last_name, ...row }: Row): StoredLetter {
  return {
    ...row,
    number: formatted(row.number),
    student: { id: student, student_id, first_name, last_name },
  };
}

type Query = Partial<z.output<typeof lettersQuery>> &
  Pick<z.output<typeof lettersQuery>, 'limit' | 'page'>;

const orders: Record<string, RawBuilder<unknown>> = {
  made_at: sql`x.made_at, x.id`,
  '-made_at': sql`x.made_at desc, x.id desc`,
  student: sql`sort_name(s.first_name, s.last_name) collate natural_order, x.id`,
  '-student': sql`sort_name(s.first_name, s.last_name) collate natural_order desc, x.id desc`,
};

/** A number is found by its beginning, with or without dashes; a student by words of ID and name. */
function matching(search: string): RawBuilder<unknown> {
  const number = search.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const words = wordsOf(search).map((word) => studentContains(word));
  const ways = [
    ...(number ? [sql`x.number like ${`${number}%`}`] : []),
    ...(words.length ? [sql`(${sql.join(words, sql` and `)})`] : []),
  ];
  return ways.length ? sql`(${sql.join(ways, sql` or `)})` : sql`false`;
}

/** Letters of some kinds, the latest first unless `ordering` says otherwise. */
export async function lettersOf(
  database: Database,
  { student, kind, from_date, to_date, search = '', ordering = '-made_at', ...page }: Query,
  { kinds, timeZone }: { kinds: LetterKind[]; timeZone: string },
): Promise<Page<LetterRow>> {
  const wanted = kind ? kinds.filter((name) => kind.includes(name)) : kinds;
  const madeOn = sql`(x.made_at at time zone ${timeZone})::date`;
  const conditions = [
    sql`x.kind = any(${wanted}::text[])`,
    whereIn('x.student_id', student),
    from_date && sql`${madeOn} >= ${from_date}::date`,
    to_date && sql`${madeOn} <= ${to_date}::date`,
    search.trim() && matching(search),
  ].filter((condition) => typeof condition === 'object');
  const found = await readCountedPage(page, (rows, offset) =>
    sql<Row & { total: number }>`
      select ${columns}, count(*) over () as total from ${joins}
      where ${sql.join(conditions, sql` and `)}
      order by ${orders[ordering] ?? orders['-made_at']} limit ${rows} offset ${offset}`.execute(
      database,
    ),
  );
  return { ...found, rows: found.rows.map((row) => present(row)) };
}

/** A letter with its text, by id or number. */
export async function readLetter(
  database: Database,
  by: { id: number } | { number: string },
): Promise<StoredLetter | null> {
  const { rows } = await sql<Row>`
    select ${columns}, x.title, x.body from ${joins}
    where ${'id' in by ? sql`x.id = ${by.id}` : sql`x.number = ${by.number}`}`.execute(database);
  return rows[0] ? present(rows[0]) : null;
}

/** The letters of a student since a date of the kinds that the user makes, the oldest first. */
export async function lettersRead(
  database: Database,
  student: number,
  from: string,
  user: CurrentUser,
): Promise<LetterRow[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${joins}
    where x.student_id = ${student} and x.kind = any(${kindsOf(user)}::text[])
      and x.made_at >= ${from}::date
    order by x.made_at, x.id limit 200`.execute(database);
  return rows.map((row) => present(row));
}
