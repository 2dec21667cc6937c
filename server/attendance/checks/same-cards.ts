import { sql } from 'kysely';
import type { CardTerms } from '#contract/card-number.ts';
import { maxFindings, type Finding } from '#contract/attendance/check.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Page } from '#server/platform/http/lists.ts';
import { sameCards, type Holder } from '#server/school/card-forms.ts';
import type { Pages } from './queries.ts';

/** Two people who have one card in the institute's form of numbers, in any spelling (R-CARD-2, R-KEY-2). */
export async function pairsOfCards(
  database: Database,
  terms: CardTerms,
  { limit, page }: Pages,
): Promise<Page<Finding>> {
  const all = (await sameCards(database, terms)).slice(0, maxFindings);
  const shown = all.slice((page - 1) * limit, page * limit);
  const names = await namesOf(
    database,
    shown.flatMap(({ holder, other }) => [holder, other]),
  );
  const present = ({ table, id, number }: Holder) => ({
    kind: table,
    id,
    name: names.get(`${table} ${id}`) ?? '',
    number,
  });
  const rows = shown.map(({ holder, other }) => ({
    key: [holder.table, holder.id, other.table, other.id].join(' '),
    class_schedule: null,
    date: null,
    student: null,
    other: null,
    mail: null,
    count: null,
    cards: { holder: present(holder), other: present(other) },
  }));
  return { rows, total: all.length };
}

/** Names by kind and id; those of students with their IDs. */
async function namesOf(database: Database, people: Holder[]): Promise<Map<string, string>> {
  if (people.length === 0) return new Map();
  const idsOf = (table: Holder['table']) =>
    people.filter((person) => person.table === table).map(({ id }) => id);
  const { rows } = await sql<{ key: string; name: string }>`
    select 'student ' || id as key,
      person_name(first_name, last_name) || ' (' || student_id || ')' as name
    from student where id = any(${idsOf('student')}::bigint[])
    union all
    select 'teacher ' || id, person_name(first_name, last_name)
    from teacher where id = any(${idsOf('teacher')}::bigint[])`.execute(database);
  return new Map(rows.map(({ key, name }) => [key, name]));
}
