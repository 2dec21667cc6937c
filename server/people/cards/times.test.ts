import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { header, uploadStudents } from '#server/test/student-upload.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { readText } from '#server/exchange/csv/read.ts';
import { runImport } from '#server/exchange/csv/run.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
  await sql`truncate student_card`.execute(school.database);
});
afterAll(() => school.close());

it('cards have the time of the application, by whatever way they are given and end (R-CARD-3)', async () => {
  school.at('2026-03-02T09:05:00+11:00');
  const now = '2026-03-01T22:05:00.000Z';
  const call = (method: 'POST' | 'PATCH', path: string, body: object) =>
    school.call('admin', method, `attendance/${path}`, body);
  const [s1, s2] = [await school.studentId('S1'), await school.studentId('S2')];
  await call('PATCH', `students/${s1}/`, { rfid_number: '5001' });
  await call('POST', 'cards/hand-out/', { student: s2, number: '5002' });
  await uploadStudents(school, `${header}\nS951,A,B,1,2005-01-02,5951\n`);
  // By command: an institute that is imported, or the demo.
  const file = `${header}\nS951,A,B,1,2005-01-02,5952\nS952,A,B,1,2005-01-02,5953\n`;
  const imported = await runImport(
    school.database,
    [readText('students', Buffer.from(file), { allowed: header.split(',') })],
    { dryRun: false, today: '2026-03-02', now },
  );
  expect(imported).toMatchObject({ written: true, bad: [] });
  await call('PATCH', `students/${await school.studentId('S3')}/`, { rfid_number: null });
  await call('POST', 'cards/print/', { ids: [await school.studentId('S3')] });
  await call('PATCH', `students/${s1}/`, { rfid_number: null, card_reason: 'lost' });
  const { rows } = await sql<{ given_at: string; ended_at: string | null }>`
    select distinct given_at, ended_at from student_card order by ended_at`.execute(
    school.database,
  );
  expect(rows).toEqual([
    { given_at: now, ended_at: now },
    { given_at: now, ended_at: null },
  ]);
});
