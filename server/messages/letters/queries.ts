import { sql } from 'kysely';
import { formatted } from '#contract/messages/letter-number.ts';
import type { LetterRow } from '#contract/messages/letters.ts';
import type { LetterKind } from '#contract/messages/template-kinds.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
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

/** Letters of a student of some kinds, the latest first. */
export async function lettersOf(
  database: Database,
  {
    student,
    limit,
    page,
    search,
  }: { student: number; limit: number; page: number; search: string },
  kinds: LetterKind[],
): Promise<Page<LetterRow>> {
  const number = search.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const found = await readCountedPage({ limit, page }, (rows, offset) =>
    sql<Row & { total: number }>`
      select ${columns}, count(*) over () as total from ${joins}
      where x.student_id = ${student} and x.kind = any(${kinds}::text[])
        and x.number like ${`${number}%`}
      order by x.made_at desc, x.id desc limit ${rows} offset ${offset}`.execute(database),
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
