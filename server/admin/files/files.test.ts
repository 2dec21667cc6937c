import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderStore } from '#server/platform/files/folder-store.ts';
import { s3Store } from '#server/platform/files/s3-store.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { freePort } from '#server/test/server-process.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';
import { pdf, png, sendFile, uploadFile } from '#server/test/upload.ts';

let folder: string;
let bucket: InstanceType<typeof S3rver>;
let bucketUrl: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-bucket-'));
  const port = await freePort();
  bucket = new S3rver({
    port,
    address: 'localhost',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'school', configs: [] }],
  });
  await bucket.run();
  bucketUrl = `http://S3RVER:S3RVER@localhost:${port}/school?region=us-east-1`;
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

const stores: [string, () => FileStore][] = [
  ['a folder', () => folderStore(join(folder, 'files'))],
  ['an S3-compatible bucket', () => s3Store(bucketUrl)],
];

describe.each(stores)('files in %s', (_name, store) => {
  let school: TestSchool;
  beforeAll(async () => {
    school = await createTestSchool({ files: store() });
  });
  afterAll(() => school.close());

  it('have the kind of their first bytes: an archive is not searched to its end for a better match', async () => {
    const chunk = (name: string, bytes: number) => {
      const data = Buffer.concat([Buffer.from(name), Buffer.alloc(bytes)]);
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(bytes);
      sum.writeUInt32BE(crc32(data));
      return Buffer.concat([length, data, sum]);
    };
    // After the signature and the header; bytes of another kind follow much later.
    const long = Buffer.concat([
      png.subarray(0, 33),
      chunk('prVt', 200_000),
      chunk('acTL', 8),
      png.subarray(33),
    ]);
    expect(
      (await sendFile(school, 'admin', '/file/student-profile', 'files', long, 'me.png')).status,
    ).toBe(200);
  });

  it('are uploaded, referenced by a student, and read by a signed link without sign-in', async () => {
    const link = await uploadFile(school, 'student-profile', png, 'me.png');
    const id = await school.studentId('S1');
    const { body } = await school.call('account', 'PATCH', `attendance/students/${id}/`, {
      profile_image: link,
    });
    const answer = await school.app.inject({ url: body.profile_image });
    expect(answer.rawPayload).toEqual(png);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': expect.stringMatching(/^inline; filename="[\w-]+\.png"$/),
    });
    // Everywhere the student is shown, and the current link counts as unchanged.
    expect(
      (await school.call('admin', 'GET', 'attendance/students/?search=S1')).body.results[0]
        .profile_image,
    ).toBe(body.profile_image);
    const same = await school.call('admin', 'PATCH', `attendance/students/${id}/`, {
      profile_image: body.profile_image,
      first_name: 'Anne',
    });
    expect(same.body).toMatchObject({ first_name: 'Anne', profile_image: body.profile_image });
    expect(
      (await school.call('admin', 'PATCH', `attendance/students/${id}/`, { profile_image: null }))
        .body.profile_image,
    ).toBe(null);
  });

  it('are not readable by a link that was changed, has expired, or leads elsewhere', async () => {
    const link = await uploadFile(school, 'leave-application', pdf, 'letter.pdf');
    expect((await school.app.inject({ url: link })).headers['content-disposition']).toMatch(
      /^attachment/,
    );
    for (const wrong of [
      link.replace(/signature=.*/, 'signature=x'),
      link.replace(/expires=\d+/, 'expires=99999999999999'),
      link.replace(/expires=\d+/, 'expires=1'),
      link.replace('leave-application', 'student-profile'),
      link.split('?')[0]!,
      '/file/leave-application/..%2f..%2fsecret.pdf',
      '/file/other/x.pdf',
    ]) {
      expect((await school.app.inject({ url: wrong })).statusCode).toBe(404);
    }
  });
});

describe('an upload', () => {
  let school: TestSchool;
  beforeAll(async () => {
    school = await createTestSchool();
  });
  afterAll(() => school.close());
  const send = (caller: Caller, category: string, bytes: Uint8Array, name: string) =>
    sendFile(school, caller, `/file/${category}`, 'files', bytes, name);
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );

  it.each([
    [
      'a page that is named like a picture',
      'student-profile',
      Buffer.from('<html><script>alert(1)</script>'),
      'me.png',
      415,
    ],
    ['a vector picture with a script', 'student-profile', svg, 'me.svg', 415],
    ['a document as a photo', 'student-profile', pdf, 'me.png', 415],
    ['an empty file', 'student-profile', Buffer.alloc(0), 'me.png', 415],
    [
      'a photo of more than 2 MB',
      'student-profile',
      Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]),
      'me.png',
      413,
    ],
    [
      'a document of more than 10 MB',
      'leave-application',
      Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]),
      'a.pdf',
      413,
    ],
    ['a category that does not exist', 'everything', png, 'me.png', 404],
  ])('%s is refused', async (_what, category, bytes, name, status) => {
    const answer = await send('account', category, bytes, name);
    expect(answer).toMatchObject({ status, body: { detail: expect.any(String) } });
  });

  it('without a file is rejected', async () => {
    expect(await school.call('admin', 'POST', '/file/student-profile', {})).toMatchObject({
      status: 400,
      body: { files: ['Please select a file'] },
    });
  });

  it('requires permission to add or edit the record that it belongs to', async () => {
    expect((await send('teacher', 'student-profile', png, 'me.png')).status).toBe(403);
    expect((await send('anonymous', 'student-profile', png, 'me.png')).status).toBe(401);
    expect((await send('admin', 'leave-application', png, 'scan.png')).status).toBe(200);
  });

  it('of one category cannot be used in another', async () => {
    const link = await uploadFile(school, 'leave-application', png, 'scan.png');
    const id = await school.studentId('S2');
    expect(
      await school.call('admin', 'PATCH', `attendance/students/${id}/`, { profile_image: link }),
    ).toMatchObject({
      status: 400,
      body: { profile_image: ['must be the address of an uploaded file'] },
    });
  });
});
