import { PhotonImage } from '@silvia-odwyer/photon-node';
import { strToU8, zipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeEach, afterEach, expect, it, vi } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { sendFile } from '#server/test/upload.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool();
});
afterEach(() => school.close());

const path = 'attendance/import-runs/';
const photo = (grey: number) =>
  new PhotonImage(new Uint8Array(60 * 60 * 4).fill(grey), 60, 60).get_bytes_jpeg(90);

async function ended(id: number) {
  const read = async () => (await school.call('admin', 'GET', `${path}${id}/`)).body;
  await vi.waitFor(
    async () => expect(['checked', 'written', 'failed']).toContain((await read()).state),
    { timeout: 20_000, interval: 100 },
  );
  return read();
}
async function check(files: Record<string, Uint8Array>, answers?: Record<string, string>) {
  const zip = Buffer.from(zipSync(files));
  const sent = await sendFile(school, 'admin', `${path}?kind=photos`, 'file', zip, 'photos.zip');
  expect(sent.status).toBe(201);
  const { id } = sent.body;
  const run = await ended(id);
  if (!answers) return run;
  expect((await school.call('admin', 'POST', `${path}${id}/check/`, { answers })).status).toBe(200);
  return ended(id);
}
async function write(id: number, answers = {}) {
  const begun = await school.call('admin', 'POST', `${path}${id}/write/`, { answers });
  expect(begun).toMatchObject({ status: 200 });
  return ended(id);
}
const photoOf = async (student: string): Promise<string | null> =>
  (await school.call('admin', 'GET', `attendance/students/${await school.studentId(student)}/`))
    .body.profile_image;
const keys = async () =>
  (
    await sql<{ key: string }>`select key from stored_file where released_at is null`.execute(
      school.database,
    )
  ).rows;

it('photos named by student ID are checked, written, shown in sizes, and undone (R-IMPORT-16)', async () => {
  const checked = await check({
    'class a/s1.JPG': photo(50),
    'Two, Ann–S2.jpeg': photo(80),
    'Unknown.jpg': photo(90),
    'S3.jpg': strToU8('no image'),
    'S1 and S2.jpg': photo(100),
    'list.txt': strToU8('S1'),
    '.DS_Store': strToU8(''),
  });
  expect(checked).toMatchObject({
    state: 'checked',
    report: {
      counts: [{ table: 'student', updated: 2, skipped: 4 }],
      questions: [],
      totals: { error: 0, skipped: 4 },
      changes: { total: 2, rows: [{ fields: [{ from: null, to: 's1.JPG' }] }, {}] },
    },
  });
  const reasons = Object.fromEntries(
    checked.report.problems.map(({ file, reason }: { file: string; reason: string }) => [
      file,
      reason,
    ]),
  );
  expect(reasons).toEqual({
    'Unknown.jpg': 'no student has this ID',
    'S3.jpg': 'is no JPEG, PNG or WebP image',
    'S1 and S2.jpg': 'names S1 and S2',
    'list.txt': 'is no JPEG, PNG or WebP file',
  });
  expect(await photoOf('S1')).toBeNull();

  const written = await write(checked.id);
  expect(written).toMatchObject({ state: 'written', report: { written: true } });
  const answer = await school.app.inject({ url: `${await photoOf('S1')}&size=96` });
  expect(PhotonImage.new_from_byteslice(answer.rawPayload).get_width()).toBe(96);
  expect(await photoOf('S2')).not.toBeNull();

  const undo = `attendance/bulk-operations/${written.report.operation}/undo/`;
  expect(await school.call('admin', 'POST', undo, {})).toMatchObject({
    status: 200,
    body: { refused: 0 },
  });
  expect([await photoOf('S1'), await photoOf('S2')]).toEqual([null, null]);
});

it('whether photos are replaced is a question; a replaced one does not come back', async () => {
  await write((await check({ 'S1.jpg': photo(10) })).id);
  const before = await photoOf('S1');
  const files = { 'S1.jpg': photo(200), 'S2.jpg': photo(200) };
  const open = await check(files);
  expect(open.report.questions).toMatchObject([{ name: 'existing', answer: null }]);

  const left = await check(files, { existing: 'leave' });
  expect(left.report.counts).toMatchObject([{ updated: 1, unchanged: 1 }]);
  await write(left.id, { existing: 'leave' });
  expect(await photoOf('S1')).toBe(before);

  const replaced = await check(files, { existing: 'replace' });
  const { report } = await write(replaced.id, { existing: 'replace' });
  expect(report).toMatchObject({ written: true });
  expect(await photoOf('S1')).not.toBe(before);
  expect(await keys()).toHaveLength(2);

  const undo = `attendance/bulk-operations/${report.operation}/undo/`;
  const undone = await school.call('admin', 'POST', undo, {});
  expect(undone.status).toBe(200);
  expect(undone.body).toMatchObject({
    refused: 2,
    rows: [{ reason: 'the file before was deleted' }, {}],
  });
  const rows = `attendance/bulk-operations/${report.operation}/rows/`;
  expect((await school.call('admin', 'GET', rows)).body.results[0].fields).toEqual([
    { field: 'profile_image', from: 'the photo before', to: 'a photo' },
  ]);
});

it('two photos of one student are an error, and nothing is written', async () => {
  const run = await check({ 'S1.jpg': photo(10), 'old_S1.png': photo(20) });
  expect(run.report.totals.error).toBe(1);
  expect(run.report.problems[0]).toMatchObject({
    file: 'old_S1.png',
    reason: 'S1.jpg and old_S1.png are both a photo of S1',
  });
  const begun = await school.call('admin', 'POST', `${path}${run.id}/write/`, { answers: {} });
  expect(begun.status).toBe(409);
});

it('a student who was archived or got a photo since the check: the check of now is shown', async () => {
  const run = await check({ 'S1.jpg': photo(10), 'S2.jpg': photo(20) });
  await sql`update student set archived_at = now() where student_id = 'S2'`.execute(
    school.database,
  );
  const shown = await write(run.id);
  expect(shown).toMatchObject({
    state: 'checked',
    report: { changed_since: true, counts: [{ updated: 1 }] },
  });
  expect(shown.report.problems).toMatchObject([{ file: 'S2.jpg', reason: 'S2 is archived' }]);
  expect(await photoOf('S1')).toBeNull();
});

it.each([
  ['nothing.zip', zipSync({ 'a.txt': strToU8('a') }), /No photo in this file is named by the ID/],
  ['none.zip', strToU8('S1'), /This is not a ZIP file/],
])('%s cannot be imported', async (_, bytes, reason) => {
  const sent = await sendFile(
    school,
    'admin',
    `${path}?kind=photos`,
    'file',
    Buffer.from(bytes),
    'photos.zip',
  );
  const run = await ended(sent.body.id);
  expect(run.report.problems[0].reason).toMatch(reason);
});
