import { chmodSync, mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import {
  bulkOperationEndpoints,
  undoBulkOperation,
} from '#contract/exchange/bulk-operations.endpoints.ts';
import { addressOf } from '#contract/endpoint.ts';
import { uploadStudents } from '#contract/people/students.endpoints.ts';
import { readText } from '#server/exchange/csv/read.ts';
import { runImport } from '#server/exchange/csv/run.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { demoToken, freePort, startServer } from '#server/test/server-process.ts';
import { median } from './load.ts';
import { seedPagesInstitute, today } from './pages-seed.ts';

const rows = 10_000;
const rounds = 5;
const goalSeconds = 5;

type Log = (line: string) => void;

const header = 'student_id,first_name,last_name,phone_number,date_of_birth,rfid_number';
/** Students with cards. @param phone another one changes every row. */
const fileOf = (phone: string): string =>
  [
    header,
    ...Array.from(
      { length: rows },
      (_row, n) => `U${n},First${n},Last${n % 997},${phone},2004-01-01,77${100_000 + n}`,
    ),
  ].join('\n');

/** An upload of 10,000 students, and undoing it (R-UNDO-2), over HTTP; then recording against none. */
export async function measureUndo(folder: string, log: Log): Promise<string[]> {
  const dataDir = join(folder, 'undo');
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  const opened = await openDatabase({ dataDir, poolSize: 2 }, log);
  const { database } = opened;
  if (!(await database.selectFrom('student').select('id').limit(1).executeTakeFirst()))
    await seedPagesInstitute(database);
  // What an interrupted run has left.
  await sql`delete from student where student_id ~ '^U[0-9]+$'`.execute(database);
  const server = await startServer({
    dataDir,
    port: await freePort(),
    env: { DEMO: 'false', CLOCK: `${today}T12:00:00+11:00`, REQUESTS_PER_MINUTE: '0' },
  });
  try {
    const token = await demoToken(dataDir, server.base, 'admin@demo.example', ['admin']);
    const times = new Map<string, number[]>();
    const measured = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      const from = performance.now();
      const result = await work();
      const found = times.get(what) ?? [];
      times.set(what, [...found, (performance.now() - from) / 1000]);
      return result;
    };
    const call = callerOf(server.base, token);
    for (let round = 0; round < rounds; round++) {
      const added = await measured('upload of 10,000 new students', () => call.upload('+61 1'));
      const changed = await measured('upload that changes all of them', () => call.upload('+61 2'));
      await measured('preview of undoing the change', () => call.undo(changed, true));
      await measured('undoing the change', () => call.undo(changed));
      await measured('preview of undoing the new ones', () => call.undo(added, true));
      await measured('undoing the new ones', () => call.undo(added));
      await measured('the list of changes', () => call.list());
    }
    for (let round = 0; round < rounds; round++)
      for (const recorded of round % 2 ? [true, false] : [false, true])
        await measured(`the import alone, ${recorded ? 'recorded' : 'not recorded'}`, () =>
          importOnce(database, recorded),
        );
    return [
      `load ${loadavg()[0]!.toFixed(1)}; median and slowest of ${rounds}, in seconds (undoing ≤ ${goalSeconds})`,
      ...[...times].map(
        ([what, all]) => `${what}: ${median(all).toFixed(2)} (${Math.max(...all).toFixed(2)})`,
      ),
    ];
  } finally {
    await server.stop('SIGINT');
    await opened.close();
  }
}

function callerOf(base: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  async function send<T>(path: string, init: RequestInit, type?: object): Promise<T> {
    const answer = await fetch(base + path, { ...init, headers: { ...headers, ...type } });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.slice(0, 300)}`);
    return JSON.parse(body) as T;
  }
  return {
    async upload(phone: string): Promise<number> {
      const form = new FormData();
      form.append('file', new Blob([fileOf(phone)], { type: 'text/csv' }), 'students.csv');
      const done = await send<{ operation: number }>(addressOf(uploadStudents), {
        method: 'POST',
        body: form,
      });
      return done.operation;
    },
    async undo(id: number, isPreview = false): Promise<void> {
      const path = addressOf(undoBulkOperation, { id }) + (isPreview ? 'preview/' : '');
      const done = await send<{ undone: number; refused: number }>(
        path,
        { method: 'POST', body: '{}' },
        { 'content-type': 'application/json' },
      );
      if (done.undone !== rows || done.refused !== 0)
        throw new Error(`${done.undone} undone, ${done.refused} refused`);
    },
    list: () => send(addressOf(bulkOperationEndpoints.list), { method: 'GET' }),
  };
}

/** Writes 10,000 new students, in a transaction that is rolled back. */
async function importOnce(database: Database, isRecorded: boolean): Promise<void> {
  const report = await runImport(database, [readText('students', Buffer.from(fileOf('+61 1')))], {
    dryRun: true,
    today,
    now: `${today}T01:00:00Z`,
    ...(isRecorded && {
      operation: { kind: 'upload' as const, about: 'students', rights: [['Students', 'edit']] },
    }),
  });
  if (report.bad.length) throw new Error(JSON.stringify(report.bad[0]));
}
