import { once } from 'node:events';
import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { demoToken, freePort, startServer } from './test/server-process.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
interface Sent {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
}

/** A collector of traces, which takes OTLP as JSON. */
async function startCollector() {
  const spans: SentSpan[] = [];
  const collector = createServer((request, answer) => {
    void json(request).then((body) => {
      const { resourceSpans } = body as Sent;
      spans.push(...resourceSpans.flatMap((it) => it.scopeSpans.flatMap((scope) => scope.spans)));
      answer.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  onTestFinished(() => void collector.close());
  const { port } = collector.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, spans };
}

it('a tap is one trace, from what the browser began to the statements, without values of rows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'attendance-traces-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const collector = await startCollector();
  const server = await startServer({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'info' },
  });
  const config = await (await fetch(`${server.base}/api/v2/config/`)).json();
  expect(config).toMatchObject({ tracing: true });
  const token = await demoToken(folder + '/data', server.base, 'admin@demo.example', ['admin']);
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${server.base}/api/v2/attendance/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
  const classes = (await (await call('classschedule/?date=2026-11-18&limit=1')).json()) as {
    results: { id: number }[];
  };
  const class_schedule = classes.results[0]!.id;
  const roll = (await (
    await call(`attendance/?class_schedule=${class_schedule}&date=2026-11-18`)
  ).json()) as { results: { student: number }[] };
  const trace = 'ab'.repeat(16);
  const marked = await call('attendance/create/', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${trace}-${'cd'.repeat(8)}-01`,
    },
    body: JSON.stringify({
      rfid_number: roll.results[0]!.student,
      class_schedule,
      date: '2026-11-18',
      status: 'Present',
    }),
  });
  expect(marked.status).toBeLessThan(300);
  await server.stop('SIGTERM');

  const spans = collector.spans.filter(({ traceId }) => traceId === trace);
  const [request] = spans.filter(({ parentSpanId }) => parentSpanId === 'cd'.repeat(8));
  expect(request?.name).toMatch(/^POST \/api\/v2\/attendance\/attendance\/create\/?$/);
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.map(({ name }) => name)).toContain('SELECT');
  const texts = statements.flatMap(({ attributes }) =>
    attributes.filter(({ key }) => key === 'db.query.text').map(({ value }) => value.stringValue),
  );
  expect(texts.some((text) => text?.includes('mark_student'))).toBe(true);
  expect(texts.join()).not.toContain('Present');
  // The lines of the log name the trace.
  expect(server.output()).toContain(`"trace_id":"${trace}"`);
});
