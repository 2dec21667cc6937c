import { sql, type RawBuilder } from 'kysely';
import { recordNames } from '#contract/bulk-operation-terms.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Reference } from '#server/platform/resource/dependants.ts';
import { isDerived, isRecorded, type RecordedTable } from './tables.ts';
import { isStaying } from './undo-table.ts';

/** What rows are called that no operation records. */
const otherNames: Record<string, readonly [string, string]> = {
  attendance: ['mark', 'marks'],
  attendance_history: ['change of a mark', 'changes of marks'],
  app_user: ['sign-in', 'sign-ins'],
  payroll_log: ['check-in', 'check-ins'],
  check_in_request: ['request for a check-in', 'requests for check-ins'],
  device_tap: ['tap at a door', 'taps at doors'],
  building_roll_call_person: ['roll call of the building', 'roll calls of the building'],
  device_room: ['device', 'devices'],
  class_schedule_pattern: ['time of a class', 'times of classes'],
  roll_event: ['closed roll', 'closed rolls'],
  qr_session: ['check-in by QR code', 'check-ins by QR code'],
  qr_check_in: ['check-in by QR code', 'check-ins by QR code'],
  qr_try: ['check-in by QR code', 'check-ins by QR code'],
  student_message: ['message', 'messages'],
  student_message_class: ['message', 'messages'],
  student_merge: ['merged student', 'merged students'],
  student_calendar_link: ['calendar link', 'calendar links'],
  calendar_link: ['calendar link', 'calendar links'],
  room_closing: ['closing of the room', 'closings of the room'],
  leave_request: ['leave request', 'leave requests'],
  red_list_computed: ['red list entry', 'red list entries'],
  red_list_rule: ['red list rule', 'red list rules'],
  letter: ['letter', 'letters'],
  follow_up: ['follow-up', 'follow-ups'],
  room_layout: ['layout of seats', 'layouts of seats'],
  seating_plan: ['seating plan', 'seating plans'],
  seat: ['seat in a seating plan', 'seats in seating plans'],
  message_stop: ['stopped message', 'stopped messages'],
};

const namesOf = (table: string): readonly [string, string] => {
  const plain = table.replaceAll('_', ' ');
  return otherNames[table] ?? recordNames[table] ?? [plain, plain];
};

/**
 * All columns that refer to a table, from the catalogue: a later table is looked at without being
 * named here. References that cascade count: what hangs on a row would go with it.
 */
export async function referencesTo(database: Database, table: RecordedTable): Promise<Reference[]> {
  const { rows } = await sql<{ table: keyof Tables; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass and cardinality(c.conkey) = 1
    order by 1, 2`.execute(database);
  return rows
    .filter((row) => !isDerived(row.table, row.column))
    .map((row) => ({ ...row, names: namesOf(row.table) }));
}

/** Of thousands of rows those that anything refers to, each table looked through once. */
export const usedOf = (
  database: Database,
  references: Reference[],
  ids: number[],
): Promise<number[]> => referredTo(database, references, ids, () => sql`true`);

/** Of used rows those that something uses which is not itself a row that stays with this undo. */
export const causesOf = (
  database: Database,
  references: Reference[],
  ids: number[],
): Promise<number[]> =>
  referredTo(database, references, ids, (table) => sql`not ${staysToo(table)}`);

/** Those of the ids to which rows `t` refer that `counts` for their table. */
async function referredTo(
  database: Database,
  references: Reference[],
  ids: number[],
  counts: (table: Reference['table']) => RawBuilder<unknown>,
): Promise<number[]> {
  if (references.length === 0 || ids.length === 0) return [];
  const found = references.map(
    ({ table, column }) => sql`
      select t.${sql.ref(column)} as id from ${sql.table(table)} t
      where t.${sql.ref(column)} = any(${ids}::bigint[]) and ${counts(table)}`,
  );
  const { rows } = await sql<{ id: number }>`
    ${sql.join(found, sql` union `)}`.execute(database);
  return rows.map(({ id }) => id);
}

/** Whether row `t` of a table stays itself, or belongs to a class that stays. */
function staysToo(table: keyof Tables): RawBuilder<boolean> {
  if (table === 'class_meeting' || table === 'class_schedule_pattern')
    return isStaying('class_schedule', sql`t.class_schedule_id::text`);
  if (!isRecorded(table)) return sql`false`;
  return table === 'cohort_schedule'
    ? isStaying(table, sql`t.cohort_id || ',' || t.class_schedule_id`)
    : isStaying(table, sql`t.id::text`);
}

/** Rows that would come back, while something that they refer to is gone. */
export async function refuseMissingParents(trx: Database, table: RecordedTable): Promise<void> {
  const { rows: parents } = await sql<{ column: string; parent: keyof Tables }>`
    select a.attname as column, c.confrelid::regclass::text as parent
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.conrelid = ${table}::regclass and cardinality(c.conkey) = 1
    order by 1`.execute(trx);
  if (parents.length === 0) return;
  const missing = (then: (parent: (typeof parents)[number]) => RawBuilder<unknown>) =>
    sql.join(
      parents.map(
        (one) => sql`
          when u.restore ->> ${one.column} is not null and not exists (
            select from ${sql.table(one.parent)} p where p.id = (u.restore ->> ${one.column})::bigint)
          then ${then(one)}`,
      ),
      sql` `,
    );
  const reason = ({ parent }: (typeof parents)[number]) =>
    sql`${`its ${namesOf(parent)[0]} is no longer there`}`;
  const follows = ({ column, parent }: (typeof parents)[number]) =>
    isStaying(parent, sql`u.restore ->> ${column}`);
  await sql`
    update undoing u set refusal = case ${missing(reason)} end,
      follows = case ${missing(follows)} else false end
    where u.table_name = ${table} and u.refusal is null and u.before is not null`.execute(trx);
}
