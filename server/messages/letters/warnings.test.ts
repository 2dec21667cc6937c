import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LetterText } from '#contract/messages/letters.ts';
import type { RedListLine } from '#contract/standing/red-list-computed.ts';
import { markMondays } from '#server/test/mondays.ts';
import { standingsOf } from '#server/test/standings.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-30T20:00:00+11:00' });
});
afterEach(() => school.close());

const call = (method: 'GET' | 'POST', path: string, body?: object, caller: Caller = 'admin') =>
  school.call(caller, method, `attendance/${path}`, body);
const verify = (number: string, caller: Caller = 'admin') =>
  call('GET', `letters/verify/?number=${number}`, undefined, caller);

describe('a warning letter (R-PAPER-4)', () => {
  let entry: RedListLine;
  beforeEach(async () => {
    await markMondays(school, 'S1', 'PAAA-');
    await markMondays(school, 'S2', 'AAAA-');
    await call('POST', 'redlistrules/create/', { below: 80, least_meetings: 3 });
    await standingsOf(school)();
    const { results } = (await call('GET', 'redlistedstudents/computed/?ordering=student_id')).body;
    entry = results[0];
  });
  const warn = (ids: number[], body: object = {}, caller: Caller = 'admin') =>
    call('POST', 'letters/warnings/', { ids, ...body }, caller);

  it('says why, the absences, the rate, and what can still be reached', async () => {
    const answer = await warn([entry.id]);
    expect(answer.status).toBe(201);
    const [text] = answer.body.letters as LetterText[];
    expect(text).toMatchObject({ kind: 'warning_letter', subject: { subject_code: 'MAT1' } });
    expect(text!.title).toContain('(MAT1)');
    expect(text!.body).toContain('below 80%');
    expect(text!.body).toContain('Attendance rate now: 25% of 4 classes');
    expect(text!.body).toContain('Absent on: 9 Mar, 16 Mar, 23 Mar');
    expect(text!.body).toContain('Classes left: 18');
    expect(text!.body).toContain('Best rate that you can still reach: 86%');
    expect(text!.body).toContain('Classes that you may still miss: 1');
  });

  it('names its student in the audit log', async () => {
    await warn([entry.id]);
    const [line] = (await call('GET', 'audit/?limit=1')).body.results;
    expect(line).toMatchObject({
      what: 'Make warning letters',
      names: [{ thing: 'student', id: entry.student.id }],
    });
  });

  it('is left out once the entry is dismissed, and for entries that there are not', async () => {
    await call('POST', 'redlistedstudents/computed/decide/', {
      ids: [entry.id],
      decision: 'dismiss',
      reason: 'Was ill',
    });
    expect((await warn([entry.id, 424242])).body).toMatchObject({
      letters: [],
      total: 0,
      left_out: [{ name: '2 entries' }],
    });
  });

  it('is a step of the open follow-up of its entry, unless it is a preview (R-FOLLOW-2)', async () => {
    const { results: owners } = (await call('GET', 'follow-up-owners/')).body;
    const begun = await call('POST', 'follow-ups/create/', {
      student: entry.student.id,
      semester_id: entry.semester_id,
      subject: entry.subject?.id,
      owner_id: owners[0].id,
      due_on: '2026-04-10',
    });
    expect(begun.status).toBe(201);
    const steps = async () =>
      (await call('GET', `follow-ups/${begun.body.id}/`)).body.steps.map(
        ({ kind, note }: { kind: string; note: string }) => `${kind} ${note}`,
      );
    await warn([entry.id], { preview: true });
    expect(await steps()).toEqual([]);
    const [made] = (await warn([entry.id])).body.letters as LetterText[];
    expect(await steps()).toEqual([`letter Warning letter ${made!.number}`]);
  });

  it('is named by its entry and in the audit log, for whom it was made', async () => {
    expect(entry.letter).toBeNull();
    await warn([entry.id], { preview: true });
    const [made] = (await warn([entry.id])).body.letters as LetterText[];
    const list = async (caller: Caller) =>
      (await call('GET', 'redlistedstudents/computed/?ordering=student_id', undefined, caller)).body
        .results as RedListLine[];
    expect((await list('admin')).map(({ letter }) => letter?.number ?? null)).toEqual([
      made!.number,
      null,
    ]);
    // Letters are for who makes them.
    expect((await list('teacher')).map(({ letter }) => letter)).toEqual([null, null]);
    const { results } = (await call('GET', 'audit/?kind=export')).body;
    expect(results).toMatchObject([
      { what: 'Make warning letters', about: { student: [entry.student.id] } },
    ]);
  });

  it('is written about an entry by hand too, with the facts of its subject', async () => {
    const { rows } = await sql<{ id: number; code: string }>`
      select id, subject_code as code from subject`.execute(school.database);
    const byHand = async (student: string, code: string) =>
      call('POST', 'redlistedstudents/', {
        student: await school.studentId(student),
        subject: rows.find((it) => it.code === code)!.id,
        attendance_percentage: 71,
      });
    await byHand('S3', 'MAT1');
    // S2 has no class of MAT2.
    await byHand('S2', 'MAT2');
    const { results } = (await call('GET', 'redlistedstudents/computed/')).body;
    const ids = results
      .filter(({ state }: RedListLine) => state === 'by hand')
      .map(({ id }: RedListLine) => id);
    expect(ids).toHaveLength(2);
    const { results: owners } = (await call('GET', 'follow-up-owners/')).body;
    const begun = await call('POST', 'follow-ups/create/', {
      student: await school.studentId('S3'),
      subject: rows.find(({ code }) => code === 'MAT1')!.id,
      owner_id: owners[0].id,
      due_on: '2026-04-10',
    });
    const { body } = await warn(ids);
    expect((await call('GET', `follow-ups/${begun.body.id}/`)).body.steps).toMatchObject([
      { kind: 'letter', note: `Warning letter ${body.letters[0].number}` },
    ]);
    expect(body).toMatchObject({
      total: 1,
      left_out: [{ name: '1 entry', reason: expect.stringContaining('by hand') }],
    });
    const [text] = body.letters as LetterText[];
    expect(text!.student.student_id).toBe('S3');
    expect(text!.body).toContain('reason to write to you: on the red list with 71%.');
    expect(text!.body).toContain('Attendance rate now: – of 0 classes');
    expect(text!.body).toContain('Best rate that you can still reach: 100%');
    expect(text!.body).toContain('Classes that you may still miss: 1');
    expect((await warn([0])).status).toBe(400);
  });

  it('is of who edits the red list; its text is not verified to others', async () => {
    expect((await warn([entry.id], {}, 'teacher')).status).toBe(403);
    const [made] = (await warn([entry.id])).body.letters as LetterText[];
    expect((await verify(made!.number!, 'teacher')).body).toMatchObject({
      number: made!.number,
      title: null,
      body: null,
    });
    expect((await verify(made!.number!)).body).toMatchObject({ body: made!.body });
  });

  it('is previewed in its template with the data of a student who is listed', async () => {
    const values = async (student: string) =>
      (
        await call(
          'GET',
          `templates/warning_letter/values/?student=${await school.studentId(student)}`,
        )
      ).body.values;
    expect(await values('S1')).toMatchObject({ rate: '25%', reasons: 'below 80%' });
    expect(await values('S5')).toBeNull();
    const certificate = await call(
      'GET',
      `templates/certificate/values/?student=${await school.studentId('S1')}`,
    );
    expect(certificate.body.values).toMatchObject({ rate: '25%', counted: '4' });
    expect((await call('GET', 'templates/certificate/values/?student=424242')).status).toBe(404);
  });
});
