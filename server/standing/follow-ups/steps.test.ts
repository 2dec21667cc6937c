import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAdvising, type Advising } from '#server/test/advising.ts';
import type { Caller } from '#server/test/test-school.ts';

let school: Advising['school'];
let owners: Advising['owners'];
let call: Advising['call'];
let begun: Advising['begun'];
let record: Advising['record'];
beforeEach(async () => {
  ({ school, owners, call, begun, record } = await createAdvising());
});
afterEach(() => school.close());

describe('the steps of a follow-up (R-FOLLOW-2)', () => {
  it('are recorded by the owner and by who edits the red list', async () => {
    const { id } = await begun('S1', { owner_id: owners.tess });
    expect((await record(id, { note: 'About the bus' }, 'teacher')).body).toMatchObject({
      last_step: { kind: 'spoke', done_on: '2026-03-30', by: 'Tess Teacher' },
      steps: [{ kind: 'spoke', note: 'About the bus', by: 'Tess Teacher', may_correct: true }],
    });
    // Theo has S1 in another subject: he reads it, and writes nothing.
    expect((await record(id, {}, 'otherTeacher')).status).toBe(403);
    expect((await call('otherTeacher', 'GET', `follow-ups/${id}/`)).body).toMatchObject({
      may_write: false,
      steps: [{ may_correct: false }],
    });
    const earlier = await record(id, { kind: 'letter', done_on: '2026-03-20' });
    expect(earlier.body.steps.map((step: { kind: string }) => step.kind)).toEqual([
      'letter',
      'spoke',
    ]);
    expect(earlier.body.last_step.kind).toBe('spoke');
  });

  it.each([
    [{ done_on: '2026-03-31' }, 'done_on'],
    [{ kind: 'closed' }, 'kind'],
    [{ kind: 'other' }, 'note'],
  ])('%j is refused', async (body, field) => {
    const { id } = await begun('S1');
    expect(await record(id, body)).toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    });
  });

  it('have notes of at most 1,000 characters', async () => {
    const { id } = await begun('S1');
    expect((await record(id, { note: 'x'.repeat(1000) })).status).toBe(201);
    expect((await record(id, { note: 'x'.repeat(1001) })).body).toHaveProperty('note');
  });

  it('are corrected and removed by who wrote them, and that stays visible', async () => {
    const { id } = await begun('S1', { owner_id: owners.tess });
    const [step] = (await record(id, { note: 'Talked' }, 'teacher')).body.steps;
    const path = `follow-up-steps/${step.id}/`;
    expect((await call('admin', 'PATCH', path, { note: 'x' })).status).toBe(403);
    expect((await call('admin', 'DELETE', path)).status).toBe(403);
    const corrected = await call('teacher', 'PATCH', path, { note: 'Phoned', version: 1 });
    expect(corrected.body.steps).toMatchObject([
      { note: 'Phoned', kind: 'spoke', corrected_at: '2026-03-30T09:00:00.000Z', version: 2 },
    ]);
    expect(await call('teacher', 'PATCH', path, { note: 'Late', version: 1 })).toMatchObject({
      status: 409,
      body: { overtaken: { by: 'Tess Teacher' } },
    });
    const removed = await call('teacher', 'DELETE', path);
    expect(removed.body).toMatchObject({
      last_step: null,
      steps: [{ note: null, removed_at: '2026-03-30T09:00:00.000Z', may_correct: false }],
    });
    expect((await call('teacher', 'PATCH', path, { note: 'x' })).status).toBe(409);
    const { rows } = await sql<{ what: string }>`
      select what from audit where what like '%ollow-up%' and status < 300 order by id`.execute(
      school.database,
    );
    expect(rows.map(({ what }) => what)).toEqual([
      'Begin follow-up',
      'Record follow-up step',
      'Correct follow-up step',
      'Remove follow-up step',
    ]);
  });

  it('stay as they are once it is closed, and its outcome is a step once it is open again', async () => {
    const { id, version } = await begun('S1');
    const [step] = (await record(id)).body.steps;
    const close = { outcome: 'not_helped', note: 'Still absent', version };
    const closed = await call('admin', 'POST', `follow-ups/${id}/close/`, close);
    expect(closed.body).toMatchObject({
      closed: { by: 'admin', outcome: 'not_helped', note: 'Still absent' },
      may_write: false,
      steps: [{ may_correct: false }],
      version: 2,
    });
    for (const answer of [
      await record(id),
      await call('admin', 'PATCH', `follow-up-steps/${step.id}/`, { note: 'x' }),
      await call('admin', 'DELETE', `follow-up-steps/${step.id}/`),
      await call('admin', 'PATCH', `follow-ups/${id}/`, { due_on: '2026-05-01', version: 2 }),
      await call('admin', 'POST', `follow-ups/${id}/close/`, { ...close, version: 2 }),
    ])
      expect(answer.status).toBe(409);
    const reopen = { due_on: '2026-04-20', version: 2 };
    const other = await begun('S1');
    expect((await call('admin', 'POST', `follow-ups/${id}/reopen/`, reopen)).status).toBe(409);
    await call('admin', 'POST', `follow-ups/${other.id}/close/`, { ...close, version: 1 });
    const again = await call('admin', 'POST', `follow-ups/${id}/reopen/`, reopen);
    expect(again.body).toMatchObject({
      closed: null,
      due_on: '2026-04-20',
      steps: [
        { kind: 'spoke' },
        { kind: 'closed', outcome: 'not_helped', note: 'Still absent', may_correct: false },
      ],
    });
    const ofClosing = again.body.steps[1].id;
    expect((await call('admin', 'DELETE', `follow-up-steps/${ofClosing}/`)).status).toBe(403);
  });

  it('and an edit after another user’s is refused with who made it', async () => {
    const { id } = await begun('S1');
    const change = (caller: Caller, more: object) =>
      call(caller, 'PATCH', `follow-ups/${id}/`, { version: 1, ...more });
    expect((await change('account', { owner_id: owners.tess })).body).toMatchObject({
      owner: { name: 'Tess Teacher' },
      version: 2,
    });
    expect(await change('admin', { due_on: '2026-05-01' })).toMatchObject({
      status: 409,
      body: {
        detail: 'account changed this follow-up meanwhile.',
        overtaken: { by: 'account', at: '2026-03-30T09:00:00.000Z' },
      },
    });
    expect((await change('admin', { due_on: '2026-05-01', version: 2 })).body.version).toBe(3);
    // The same again changes nothing.
    expect((await change('admin', { due_on: '2026-05-01', version: 3 })).body.version).toBe(3);
  });
});

it('a change that waited for another user’s is refused as overtaken (R-FOLLOW-2)', async () => {
  const { id, version } = await begun('S1', { owner_id: owners.tess });
  let later: ReturnType<typeof call> | undefined;
  await school.database.transaction().execute(async (trx) => {
    await sql`
      update follow_up set version = version + 1, changed_by = ${owners.theo}
      where id = ${id}`.execute(trx);
    later = call('admin', 'PATCH', `follow-ups/${id}/`, { due_on: '2026-04-10', version });
    await expect
      .poll(
        async () =>
          (
            await sql`
              select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`.execute(
              school.database,
            )
          ).rows.length,
        { timeout: 10_000 },
      )
      .toBe(1);
  });
  expect(await later).toMatchObject({ status: 409, body: { overtaken: { by: 'Theo Tutor' } } });
});
