import { once } from 'node:events';
import { connect } from 'node:net';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { formOf, png } from '#server/test/upload.ts';
import { readForm } from './multipart.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const { payload, headers } = formOf('files', png, 'a.png');
const broken: [string, Buffer][] = [
  ['that breaks off in a part', payload.subarray(0, payload.length - 20)],
  ['that breaks off in the head of a part', payload.subarray(0, 60)],
  ['without a part', Buffer.from('nothing of a form')],
  ['of nothing', Buffer.alloc(0)],
  [
    'with the head of a part without end',
    Buffer.from(
      `--test-boundary-7MA4YWxk\r\ncontent-disposition: form-data; name="${'x'.repeat(300_000)}`,
    ),
  ],
];

describe.each([
  '/file/student-profile',
  '/file/leave-application',
  '/api/v2/attendance/bulk-student-upload/',
])('an upload to %s', (path) => {
  it.each(broken)('%s is a bad request', async (_what, bytes) => {
    const answer = await school.call('admin', 'POST', path, bytes, headers);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it('has no room for fields that nothing reads', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 50 }, (_empty, at) => [`field${at}`, 'x'.repeat(900_000)]),
    );
    const form = formOf('files', png, 'a.png', fields);
    const before = process.memoryUsage().external;
    const answer = await school.call('admin', 'POST', path, form.payload, form.headers);
    expect([400, 413]).toContain(answer.status);
    expect(process.memoryUsage().external - before).toBeLessThan(20_000_000);
  });

  it('has no room for parts without a name', async () => {
    const nameless = '--test-boundary-7MA4YWxk\r\nx: y\r\n\r\nz\r\n'.repeat(11);
    const answer = await school.call(
      'admin',
      'POST',
      path,
      Buffer.concat([Buffer.from(nameless), payload]),
      headers,
    );
    expect(answer.status).toBe(413);
  });

  it('with a boundary that is too long is a bad request', async () => {
    const answer = await school.call('admin', 'POST', path, payload, {
      'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}`,
    });
    expect(answer.status).toBe(400);
  });
});

it('what follows in a form that is refused is not parsed', async () => {
  const app = Fastify();
  await app.register(multipart);
  const readers = new Promise<number>((resolve) => {
    app.post('/form', async (request) => {
      const read = async () => {
        for await (const part of request.parts({ limits: { parts: 1 } }))
          throw new Error(`a part: ${part.fieldname}`);
      };
      await readForm(request, read).catch(() => resolve(request.raw.listenerCount('data')));
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  const parts = '--b\r\nx: y\r\n\r\nz\r\n'.repeat(10);
  socket.write(
    'POST /form HTTP/1.1\r\nhost: x\r\n' +
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n',
  );
  socket.write(parts);
  expect(await readers).toBe(0);
  socket.destroy();
  await once(socket, 'close');
  await app.close();
});
