import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPairSchool, type PairSchool } from './test/pairs/calls.ts';
import { writingCalls } from './test/pairs/writing-calls.ts';
import type { Caller } from './test/test-school.ts';

let at: PairSchool;
let tables: string[];
beforeAll(async () => {
  at = await createPairSchool();
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'student_id' and t.table_type = 'BASE TABLE'
      and c.table_name not in ('student', 'bulk_operation_row')
    order by 1`.execute(at.school.database);
  tables = rows.map(({ name }) => name);
});
afterAll(() => at.school.close());

/** Everything that is stored about a student. */
async function storedAbout(student: number) {
  const { database } = at.school;
  const of = (table: string, key: string) =>
    sql`select to_jsonb(x) as row from ${sql.table(table)} x where x.${sql.ref(key)} = ${student}
      order by to_jsonb(x)::text`.execute(database);
  const about = await Promise.all(tables.map((table) => of(table, 'student_id')));
  const [own] = (await of('student', 'id')).rows;
  return { own, about: Object.fromEntries(tables.map((table, i) => [table, about[i]!.rows])) };
}

/** Calls that change what is stored about their own student, by the reason. */
const open: Record<string, string[]> = {
  'is made by a device or the student': [
    'tap of S1 at the door',
    'tap of S2 at the door',
    'check S1 in by QR code',
    'S1 asks for a leave',
    'S1 withdraws the request',
    'stop messages to S1 by the link',
  ],
  'names the class, the semester or all cards: what follows for its students is the same for each':
    [
      'another layout of the room',
      'restore the first seating plan',
      'seat S1 in front',
      'seat S2 in front',
      'seat S3 in front',
      'copy the semester',
      'rewrite card numbers',
    ],
  'says that somebody is safe, and marks nothing': [
    'tick S1 in the roll call of the building',
    'tick S1 off in the roll call of the building',
  ],
};
const isOpen = (name: string) => Object.values(open).flat().includes(name);

/** Calls that leave the own student out, name them in the answer, or do not find them. */
const answered: Record<string, RegExp> = {
  'the marks of the others are written':
    /undo the|withdraw|mark several|accept the held tap|mark the rest|close the roll/,
  'there is no follow-up about oneself (R-FOLLOW-3)': /follow-up|the step/,
  'the row of the file is a bad one': /^upload a/,
  'it is about the institute': /roll call of the building|redact the texts|revoke the device/,
  'no rule holds for the entry': /^a warning of S1/,
};
const isAnswered = (name: string) => Object.values(answered).some((names) => names.test(name));

const cases = writingCalls.flatMap((call) =>
  (['S1', 'S2', 'S3', 'S4', 'S5', 'N1', 'N2'] as const)
    .filter((who) => call.about.includes(who))
    .map((who) => ({ call, who })),
);

/** Prepares the call, and answers who sends it and how. */
async function prepared({ prepare }: (typeof writingCalls)[number]) {
  await at.tables.reset();
  let caller: Caller = 'anonymous';
  const call: PairSchool['school']['call'] = (by, ...more) => {
    caller = by;
    return at.school.call(by, ...more);
  };
  const send = await prepare({ ...at, school: { ...at.school, call } });
  return { send, caller: () => caller };
}

const mailOf = async (caller: Caller): Promise<string> =>
  (await at.school.call(caller, 'GET', 'user/details/')).body.email;

describe('who is staff and student writes nothing about themselves (R-ME-5, R-ME-6)', () => {
  it.each(cases.filter(({ call }) => !isOpen(call.name)))(
    '$call.name: not as $who, but about others',
    async ({ call, who }) => {
      const first = await prepared(call);
      const { status: ofOthers } = await first.send();
      const by = first.caller();
      const { send } = await prepared(call);
      const id = at.rows.students[who];
      if (by !== 'anonymous')
        await sql`update student set student_mail = ${await mailOf(by)} where id = ${id}`.execute(
          at.school.database,
        );
      const before = await storedAbout(id);
      const { status } = await send();
      expect(await storedAbout(id)).toEqual(before);
      if (isAnswered(call.name)) return;
      expect([ofOthers !== 403, status]).toEqual([true, 403]);
    },
  );

  it('and gets no key of a device', async () => {
    await at.tables.reset();
    const { school, rows } = at;
    const add = () =>
      school.call('account', 'POST', 'attendance/devices/create/', {
        name: 'Door of mine',
        kind: 'reader',
        classroom: rows.room,
      });
    const { status, body } = await add();
    expect(status).toBe(201);
    await sql`update student set student_mail = ${await mailOf('account')}
      where id = ${rows.students.S1}`.execute(school.database);
    for (const path of ['key', 'code'])
      expect(
        (await school.call('account', 'POST', `attendance/devices/${body.id}/${path}/`)).status,
      ).toBe(403);
    expect((await add()).status).toBe(403);
    expect((await school.call('admin', 'POST', `attendance/devices/${body.id}/key/`)).status).toBe(
      201,
    );
  });
});
