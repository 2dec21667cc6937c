import { sql, type RawBuilder } from 'kysely';
import { thingCalled, type AuditLine, type AuditName } from '#contract/admin/audit.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { mapInSlices } from '#server/platform/http/in-slices.ts';
import { required } from '#server/platform/required.ts';
import { plainResources } from '#server/timetable/index.ts';

/** The class and date of rows that have both. */
const onDate = (id: string, table: string) => sql`
  select ${sql.ref(id)}, with_group(s.subject_code, c.group_name) || ' on ' || g.date as name
  from ${sql.raw(table)}
  join class_schedule c on c.id = g.class_schedule_id join subject s on s.id = c.subject_id
  where ${sql.ref(id)} = `;

/** The current name of a record; null for erased students. */
const naming: Record<string, RawBuilder<unknown>> = {
  student: sql`select id, student_id || ' ' || person_name(first_name, last_name) as name from student
    where erased_at is null and id = `,
  teacher: sql`select id, person_name(first_name, last_name) as name from teacher where id = `,
  subject: sql`select id, subject_code || ' ' || subject_name as name from subject where id = `,
  semester: sql`select id, year || ', semester ' || semester as name from semester where id = `,
  holiday: sql`select id, name from holiday where id = `,
  cohort: sql`select id, name from cohort where id = `,
  follow_up: sql`
    select f.id, s.student_id || ' ' || person_name(s.first_name, s.last_name) as name
    from follow_up f join student s on s.id = f.student_id where f.id = `,
  class_schedule: sql`
    select c.id, with_group(s.subject_code, c.group_name) || ' '
      || (array['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])[c.day_of_week] || ' '
      || left(c.start_time::text, 5) as name
    from class_schedule c join subject s on s.id = c.subject_id where c.id = `,
  meeting: onDate('g.id', 'class_meeting g'),
  payroll_log: onDate('g.id', 'payroll_log g'),
  device: sql`select id, name from device where id = `,
  access_token: sql`select id, name from access_token where id = `,
  webhook: sql`select id, name from webhook where id = `,
  ...Object.fromEntries(
    plainResources.map(({ endpoints, table, nameOfRow }) => [
      thingCalled(endpoints.resource.singular),
      sql`select id, ${nameOfRow} as name from ${sql.table(table)} where id = `,
    ]),
  ),
};
/**
 * The record kind of each field of ids; `id` and `ids` refer to the subject of the line: "Delete
 * student"; `from` and `to` to what its field `kind` says.
 */
export function thingOf(
  field: string,
  { what, about }: Pick<AuditLine, 'what' | 'about'>,
): string | null {
  const word = /^ids?$/.test(field)
    ? what.replace(/^\w+ /, '').replaceAll(' ', '_')
    : /^(from|to)$/.test(field)
      ? String(about.kind)
      : field
          .replace(/^(from|to)_/, '')
          .replace(/_ids?$/, '')
          .replace(/s$/, '');
  const thing = word === 'schedule' ? 'class_schedule' : word;
  return Object.hasOwn(naming, thing) ? thing : null;
}

/** The same rule in SQL, for `field.key` in a line `x`; a test compares the two. */
export const thingOfField = sql<string>`regexp_replace(case
  when field.key ~ '^ids?$' then replace(regexp_replace(x.what, '^\\w+ ', ''), ' ', '_')
  when field.key in ('from', 'to') then x.about ->> 'kind'
  else regexp_replace(regexp_replace(regexp_replace(field.key,
    '^(from|to)_', ''), '_ids?$', ''), 's$', '')
end, '^schedule$', 'class_schedule')`;

const idsOf = (value: unknown): number[] =>
  [value].flat().filter((id): id is number => typeof id === 'number' && Number.isSafeInteger(id));

/**
 * Adds names to lines of the log, with one query for each kind of record. The log itself stores
 * ids.
 */
export async function withNames(
  database: Database,
  lines: Omit<AuditLine, 'names'>[],
): Promise<AuditLine[]> {
  const wanted = new Map<string, Set<number>>();
  await mapInSlices(lines, (line) => {
    for (const { thing, ids } of mentionedIn(line)) {
      const all = wanted.get(thing) ?? new Set();
      wanted.set(thing, all);
      for (const id of ids) all.add(id);
    }
  });
  const names = new Map<string, string>();
  for (const [thing, ids] of wanted) {
    const { rows } = await sql<{
      id: number;
      name: string;
    }>`${required(naming[thing], thing)} any(${[...ids]}::bigint[])`.execute(database);
    for (const { id, name } of rows) names.set(`${thing} ${id}`, name);
  }
  return mapInSlices(lines, (line) => ({
    ...line,
    names: mentionedIn(line).flatMap(({ field, thing, ids }) =>
      ids.flatMap((id): AuditName[] => {
        const name = names.get(`${thing} ${id}`);
        return name === undefined ? [] : [{ field, thing, id, name }];
      }),
    ),
  }));
}

/** The records that a line references, by field. */
const mentionedIn = ({
  about,
  what,
}: Pick<AuditLine, 'about' | 'what'>): { field: string; thing: string; ids: number[] }[] =>
  Object.entries(about).flatMap(([field, value]) => {
    const thing = thingOf(field, { what, about });
    return thing ? [{ field, thing, ids: idsOf(value) }] : [];
  });
