import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PhotonImage } from '@silvia-odwyer/photon-node';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { uploadFile } from '#server/test/upload.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const photo = new PhotonImage(new Uint8Array(300 * 200 * 4).fill(120), 300, 200).get_bytes_jpeg(90);
const edge = (bytes: Uint8Array) => PhotonImage.new_from_byteslice(bytes).get_width();

async function photoOf(student: string): Promise<string> {
  const link = await uploadFile(school, 'student-profile', Buffer.from(photo), 'me.jpg');
  const id = await school.studentId(student);
  const { body } = await school.call('account', 'PATCH', `attendance/students/${id}/`, {
    profile_image: link,
  });
  return body.profile_image as string;
}
const read = (url: string) => school.app.inject({ url });
const stored = () => readdir(join(school.config.dataDir, 'files', 'student-profile'));

it('a photo has three sizes, which its link reads, and which go with it', async () => {
  const link = await photoOf('S1');
  for (const size of [96, 240, 480]) {
    const answer = await read(`${link}&size=${size}`);
    expect(answer.headers['content-type']).toBe('image/jpeg');
    expect(edge(answer.rawPayload)).toBe(size);
  }
  expect(edge((await read(link)).rawPayload)).toBe(300);
  expect(await read(`${link}&size=97`)).toMatchObject({ statusCode: 400 });
  expect(await stored()).toHaveLength(4);

  const id = await school.studentId('S1');
  await school.call('account', 'PATCH', `attendance/students/${id}/`, { profile_image: null });
  expect(await stored()).toEqual([]);
  expect((await read(`${link}&size=96`)).statusCode).toBe(404);
});

it('photos of before have their original until their sizes are made, once', async () => {
  const {
    database,
    context: { files },
  } = school;
  const key = await files.save('student-profile', { bytes: photo, type: 'image/jpeg' }, null);
  await sql`update student set profile_image = ${key} where student_id = 'S2'`.execute(database);
  const link = `${files.link(key)}&size=96`;
  expect((await read(link)).rawPayload).toEqual(Buffer.from(photo));
  expect(await files.makeMissingSizes()).toBe(false);
  expect(edge((await read(link)).rawPayload)).toBe(96);
  const { rows } = await sql`select from stored_file where sized_at is null`.execute(database);
  expect(rows).toEqual([]);
});

it('the tidying leaves sizes of photos that are used', async () => {
  await photoOf('S3');
  const before = (await stored()).length;
  await school.context.files.removeUnused(Date.now() + 60_000);
  expect(await stored()).toHaveLength(before);
});
