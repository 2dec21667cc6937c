import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { pdf, uploadFile } from '#server/test/upload.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const mb = 1024 * 1024;
const clients = 30;

it('clients that do not read a document hold a chunk of it in memory, not all of it', async () => {
  const link = await uploadFile(
    school,
    'leave-application',
    Buffer.concat([pdf, Buffer.alloc(9 * mb, 'x')]),
    'letter.pdf',
  );
  const { port } = new URL(await school.app.listen({ port: 0, host: '127.0.0.1' }));
  const before = process.memoryUsage().arrayBuffers;
  const sockets = Array.from({ length: clients }, () => connect(Number(port), '127.0.0.1').pause());
  for (const socket of sockets) socket.write(`GET ${link} HTTP/1.1\r\nhost: x\r\n\r\n`);
  const held: number[] = [];
  for (let looks = 0; looks < 10; looks++) {
    await wait(100);
    held.push(process.memoryUsage().arrayBuffers - before);
  }
  sockets.forEach((socket) => socket.destroy());
  expect(Math.max(...held)).toBeLessThan((clients * 9 * mb) / 2);
  // A keep-alive connection would delay the end of this test.
  const answer = await fetch(`http://127.0.0.1:${port}${link}`, {
    headers: { connection: 'close' },
  });
  expect([answer.headers.get('content-length'), (await answer.arrayBuffer()).byteLength]).toEqual([
    String(9 * mb + pdf.length),
    9 * mb + pdf.length,
  ]);
});
