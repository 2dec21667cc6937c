import { describe, expect, it } from 'vitest';
import { createTestSchool } from './test/test-school.ts';

describe('monitoring', () => {
  it('health, readiness and metrics need no sign-in; without its database the process is alive but not ready', async () => {
    const school = await createTestSchool();
    const get = (path: string) => school.call('anonymous', 'GET', path);
    expect((await get('/healthz')).body).toEqual({ status: 'ok' });
    expect((await get('/readyz')).body).toEqual({ status: 'ready' });
    await school.call('teacher', 'GET', 'attendance/students/1/');
    await get('/nothing/here');
    const { body, headers } = await get('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/v2/attendance/students/:id",status="200"} 1',
    );
    expect(body).toContain('route="none",status="404"');
    for (const name of [
      'database_pool_connections',
      'database_pool_waiting',
      'mail_jobs',
      'operation_last_run_timestamp_seconds',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ]) {
      expect(body).toContain(name);
    }
    expect((await get('/healthz')).headers).toMatchObject({
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-content-type-options': 'nosniff',
    });
    const [one, other] = await Promise.all([get('config/'), get('config/')]);
    expect(one.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(other.headers['x-request-id']).not.toBe(one.headers['x-request-id']);
    await school.pool.end();
    expect(await get('/readyz')).toMatchObject({ status: 503, body: { status: 'no database' } });
    // The load balancer goes on sending calls here: the other processes have no database either.
    expect(await get('/drainz')).toMatchObject({ status: 200, body: { status: 'serving' } });
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/metrics')).status).toBe(200);
    await school.app.close();
  });
});

describe('a database without the copies that are expected', () => {
  it('serves, and health and metrics say so', async () => {
    const school = await createTestSchool({ env: { REPLICATION: 'synchronous' } });
    expect(await school.call('anonymous', 'GET', '/readyz')).toMatchObject({
      status: 200,
      body: {
        status: 'ready',
        replication: 'none',
        warning: 'not replicated: synchronous is expected',
      },
    });
    const { body } = await school.call('anonymous', 'GET', '/metrics');
    expect(body).toContain('database_replication 0');
    expect(body).toContain('database_replication_expected 2');
    await school.close();
  });
});

describe('metrics', () => {
  it('are for this computer only, not for others through a proxy on it', async () => {
    const school = await createTestSchool();
    const from = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      (await school.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    expect([await from('127.0.0.1'), await from('::1'), await from('::ffff:127.0.0.1')]).toEqual([
      200, 200, 200,
    ]);
    expect([
      await from('10.0.0.7'),
      await from('203.0.113.7'),
      await from('::ffff:10.0.0.7'),
    ]).toEqual([401, 401, 401]);
    expect([
      await from('127.0.0.1', { host: 'localhost:3000' }),
      await from('::1', { host: '[::1]:3000' }),
    ]).toEqual([200, 200]);
    // A proxy on this computer without forwarding headers, and DNS rebinding.
    for (const host of ['attendance.school.example', 'localhost.evil.example:3000'])
      expect(await from('127.0.0.1', { host })).toBe(401);
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect(await from('127.0.0.1', { [name]: '127.0.0.1' })).toBe(401);
    await school.close();
  });

  it('with a token are readable from anywhere', async () => {
    const school = await createTestSchool({ env: { METRICS_TOKEN: 'a-long-enough-secret' } });
    const scrape = async (authorization?: string) =>
      (
        await school.app.inject({
          url: '/metrics',
          remoteAddress: '10.0.0.7',
          headers: authorization ? { authorization } : {},
        })
      ).statusCode;
    expect(await scrape('Bearer a-long-enough-secret')).toBe(200);
    for (const wrong of [
      undefined,
      'Bearer a-long-enough-secre',
      'Basic a-long-enough-secret',
      `Bearer ${await school.token('account')}`,
    ]) {
      expect(await scrape(wrong)).toBe(401);
    }
    expect(
      (await school.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode,
    ).toBe(401);
    await school.close();
  });

  it('query the database at most once in some seconds for each of two figures', async () => {
    const school = await createTestSchool();
    let statements = 0;
    school.pool.on('acquire', () => statements++);
    for (let times = 0; times < 20; times++) await school.call('anonymous', 'GET', '/metrics');
    expect(statements).toBeLessThanOrEqual(2);
    await school.close();
  });
});
