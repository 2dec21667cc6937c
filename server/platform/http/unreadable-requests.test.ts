import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createTestSchool } from '#server/test/test-school.ts';

it('what is no request is answered with the headers of the API, HSTS among them (ASVS V3.4.1)', async () => {
  const school = await createTestSchool({
    env: {
      PUBLIC_URL: 'https://attendance.school.example',
      OIDC_ISSUER: 'https://login.school.example',
      OIDC_CLIENT_ID: 'web',
      OIDC_AUDIENCE: 'attendance',
    },
  });
  onTestFinished(() => school.close());
  await school.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = school.app.server.address() as { port: number };
  for (const [sent, status] of [
    ['what?\r\n\r\n', 400],
    ['GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    const socket = connect(port, '127.0.0.1');
    socket.write(sent);
    const answer = (await text(socket)).toLowerCase();
    expect(answer).toMatch(new RegExp(`^http/1.1 ${status} `));
    expect(answer).toContain('strict-transport-security: max-age=31536000');
    expect(answer).toContain('content-type: application/json; charset=utf-8');
    expect(answer.split('\r\n\r\n')[1]).toMatch(/^\{"detail":/);
  }
});
