import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAdvising, type Advising } from '#server/test/advising.ts';
import type { Caller } from '#server/test/test-school.ts';

let school: Advising['school'];
let owners: Advising['owners'];
let subject: Advising['subject'];
let call: Advising['call'];
let begun: Advising['begun'];
let record: Advising['record'];
let list: Advising['list'];
beforeEach(async () => {
  ({ school, owners, subject, call, begun, record, list } = await createAdvising());
});
afterEach(() => school.close());

describe('the list of follow-ups (R-FOLLOW-3, R-FOLLOW-5)', () => {
  it('has one’s own, all, those of an owner, open, closed and overdue', async () => {
    await begun('S1', { owner_id: owners.tess, due_on: '2026-03-31' });
    const second = await begun('S2', { due_on: '2026-04-20' });
    await begun('S4', { subject: null, owner_id: owners.theo, due_on: '2026-04-10' });
    expect(await list('')).toEqual(['S2 admin 2026-04-20']);
    expect(await list('of=all')).toEqual([
      'S1 Tess Teacher 2026-03-31',
      'S4 Theo Tutor 2026-04-10',
      'S2 admin 2026-04-20',
    ]);
    expect(await list(`of=mine&owner=${owners.tess}`)).toEqual(['S1 Tess Teacher 2026-03-31']);
    expect(await list('of=all&search=theo')).toEqual(['S4 Theo Tutor 2026-04-10']);
    expect(await list('of=all&search=mat1&ordering=-last_name')).toEqual([
      'S2 admin 2026-04-20',
      'S1 Tess Teacher 2026-03-31',
    ]);
    school.at('2026-04-12T09:00:00+10:00');
    expect(await list('of=all&overdue=true')).toHaveLength(2);
    expect(await list('of=all&overdue=false')).toEqual(['S2 admin 2026-04-20']);
    await call('admin', 'POST', `follow-ups/${second.id}/close/`, {
      outcome: 'helped',
      version: 1,
    });
    expect(await list('of=all&state=closed')).toEqual(['S2 admin 2026-04-20']);
    expect(await list('of=all&state=all')).toHaveLength(3);
    school.at('2026-04-25T09:00:00+10:00');
    // A closed one is not overdue.
    expect(await list('of=all&state=all&overdue=true')).toHaveLength(2);
    const counts = async (caller: Caller) => (await call(caller, 'GET', 'follow-ups/counts/')).body;
    expect(await counts('admin')).toEqual({ mine: 0, mine_overdue: 0, all: 2, overdue: 2 });
    expect(await counts('teacher')).toEqual({ mine: 1, mine_overdue: 1, all: 1, overdue: 1 });
  });

  it('has for teachers those of their students, and those that they own', async () => {
    const s2 = await begun('S2');
    const s4 = await begun('S4', { subject: null, owner_id: owners.tess });
    // Tess teaches S2 and owns the one of S4; Theo teaches S4.
    expect(await list('of=all', 'teacher')).toHaveLength(2);
    expect(await list('of=all', 'otherTeacher')).toEqual(['S4 Tess Teacher 2026-04-06']);
    expect((await call('otherTeacher', 'GET', `follow-ups/${s2.id}/`)).status).toBe(404);
    expect((await call('teacher', 'GET', `follow-ups/${s4.id}/`)).body.may_write).toBe(true);
    const version = 1;
    for (const [path, body] of [
      [`follow-ups/${s4.id}/close/`, { outcome: 'helped', version }],
      [`follow-ups/${s4.id}/reopen/`, { due_on: '2026-05-01', version }],
      ['follow-ups/create/', { student: 1, owner_id: owners.tess, due_on: '2026-05-01' }],
    ] as const)
      expect((await call('teacher', 'POST', path, body)).status).toBe(403);
  });
});

it('a student who is erased has no follow-up, and gets none', async () => {
  const { id } = await begun('S1');
  await record(id, { note: 'Anna Ångström (S1) was ill' });
  const other = await begun('S2');
  await record(other.id, { note: 'Came with Anna Ångström (S1)' });
  const student = await school.studentId('S1');
  await call('admin', 'POST', `student-details/${student}/erase/`, { student_id: 'S1' });
  expect((await call('admin', 'GET', `follow-ups/${id}/`)).status).toBe(404);
  const { rows } = await sql<{ note: string }>`select note from follow_up_step`.execute(
    school.database,
  );
  expect(rows).toHaveLength(1);
  // A text about somebody else is proposed, and users who may edit the red list decide (R-ERASE-1).
  expect(rows[0]!.note).toContain('Anna');
  const { body } = await call('admin', 'GET', 'erasure-proposals/');
  const ids = body.results.map((proposal: { id: number }) => proposal.id);
  await call('admin', 'POST', 'erasure-proposals/decide/', { ids, is_redacted: true });
  const redacted = await sql<{ note: string }>`select note from follow_up_step`.execute(
    school.database,
  );
  expect(redacted.rows[0]!.note).toBe('Came with [erased] ([erased])');
  const again = await call('admin', 'POST', 'follow-ups/create/', {
    student,
    subject,
    owner_id: owners.ada,
    due_on: '2026-04-06',
  });
  expect(again).toMatchObject({ status: 400, body: { student: ['does not exist'] } });
});
