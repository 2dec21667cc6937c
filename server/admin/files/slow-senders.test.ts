import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { formOf, png, uploadFile } from '#server/test/upload.ts';

let school: TestSchool;
let origin: string;
let begun = 0;
const senders: ClientRequest[] = [];
beforeAll(async () => {
  school = await createTestSchool();
  school.app.server.on('request', () => begun++);
  origin = await school.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  senders.forEach((sender) => sender.destroy());
  await school.close();
});

it.each(['/file/student-profile', '/api/v2/attendance/bulk-student-upload'])(
  'a slow upload to %s does not block other uploads',
  async (path) => {
    const { payload, headers } = formOf('files', png, 'photo.png');
    const authorization = `Bearer ${await school.token('admin')}`;
    const before = begun;
    const sender = request(origin + path, {
      method: 'POST',
      headers: { ...headers, authorization, 'content-length': payload.length },
    });
    senders.push(sender.on('error', () => {}));
    sender.write(payload.subarray(0, 100));
    await expect.poll(() => begun).toBe(before + 1);
    // Its own turn would have come by now.
    await school.call('admin', 'GET', 'user/details/');
    const late = new Promise<string>((resolve) => setTimeout(resolve, 5000, 'late'));
    expect(
      await Promise.race([uploadFile(school, 'student-profile', png, 'photo.png'), late]),
    ).toMatch(/^\/file\//);
  },
);
