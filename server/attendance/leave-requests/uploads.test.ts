import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { pdf, sendFile } from '#server/test/upload.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool({ env: { STUDENT_SIGN_IN: 'true' } });
});
afterEach(() => school.close());

describe('uploads of one account (R-LEAVE-3)', () => {
  it('ten uploads a day, of documents only', async () => {
    const send = (category: string) =>
      sendFile(school, 'student', `/file/${category}`, 'files', pdf, 'a.pdf');
    expect((await send('student-profile')).status).toBe(403);
    const statuses = [];
    for (let at = 0; at < 12; at++) statuses.push((await send('leave-application')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    const text = Buffer.from('<script>alert(1)</script>');
    const wrong = await sendFile(
      school,
      'otherStudent',
      '/file/leave-application',
      'files',
      text,
      'a.pdf',
    );
    expect(wrong.status).toBe(415);
  });

  it('several files in one upload count each', async () => {
    expect([await send(5), await send(4), await send(2), await send(1), await send(1)]).toEqual([
      200, 200, 429, 200, 429,
    ]);
  });

  it('also of uploads at once', async () => {
    expect(await send(5)).toBe(200);
    expect((await Promise.all([send(4), send(4)])).toSorted()).toEqual([200, 429]);
    expect((await Promise.all([send(1), send(1)])).toSorted()).toEqual([200, 429]);
  });
});

describe('an upload in the seconds after an erasure, in which the session is still known (R-ERASE-1)', () => {
  it('stores no document, and the audit log does not get the address again', async () => {
    expect(await send(1)).toBe(200);
    const id = await school.studentId('S1');
    const erased = await school.call('admin', 'POST', `attendance/student-details/${id}/erase/`, {
      student_id: 'S1',
    });
    expect(erased.status).toBe(200);
    expect(await send(1)).toBe(403);
    const { rows: files } = await sql`select from stored_file where released_at is null`.execute(
      school.database,
    );
    expect(files).toEqual([]);
    const { rows: named } =
      await sql`select what from audit where actor = 's1@school.example'`.execute(school.database);
    expect(named).toEqual([]);
  });

  it('or at the same moment, either', async () => {
    const id = await school.studentId('S1');
    expect(await send(1)).toBe(200);
    await Promise.all([
      send(2),
      school.call('admin', 'POST', `attendance/student-details/${id}/erase/`, { student_id: 'S1' }),
      send(2),
    ]);
    const { rows } = await sql`select from stored_file where released_at is null`.execute(
      school.database,
    );
    expect(rows).toEqual([]);
  });
});

/** An upload of several documents. @returns the status. */
async function send(count: number): Promise<number> {
  const boundary = 'several';
  const parts = Array.from(
    { length: count },
    (_, at) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${at}.pdf"\r\n\r\n${pdf.toString('latin1')}\r\n`,
  );
  const payload = Buffer.from(`${parts.join('')}--${boundary}--\r\n`, 'latin1');
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const path = '/file/leave-application';
  return (await school.call('student', 'POST', path, payload, headers)).status;
}
