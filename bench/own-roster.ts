import { chmodSync, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { weekdays } from '#contract/weekdays.ts';
import { exportRoster } from '#server/exchange/oneroster/export.ts';
import { ownId } from '#server/exchange/oneroster/own-ids.ts';
import { importOneRoster } from '#server/exchange/oneroster/run.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { measured } from './memory.ts';
import { seedPagesInstitute } from './pages-seed.ts';

type Log = (line: string) => void;

const enrolments = 32_193;
const goalSeconds = 6;
const moment = { today: '2026-06-01', now: '2026-06-01T01:00:00Z' };
const answers = {
  course: 'Engineering',
  specialization: 'Mechanical',
  batch: '2026',
  end_dates: 'day_after',
  sessions: 'semester',
  year: '1',
  class_type: 'Lecture',
  new_rooms: 'yes',
};

async function openEmpty(dataDir: string, log: Log) {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  return openDatabase({ dataDir, poolSize: 2 }, log);
}

/** Leaves so many enrolments, the same ones at each run. */
async function shorten(database: Database): Promise<void> {
  const left = sql`
    select student_id, class_schedule_id from enrolment order by md5(id::text) offset ${enrolments}::int`;
  for (const table of ['attendance', 'enrolment'])
    await sql`delete from ${sql.table(table)}
      where (student_id, class_schedule_id) in (select * from (${left}) l)`.execute(database);
}

/** The weekly times of the classes of an export. */
async function timesOf(database: Database): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(',', ${ownId('class', sql`c.id`)}, (${sql.val(weekdays)}::text[])[c.day_of_week],
      to_char(c.start_time, 'HH24:MI'), to_char(c.end_time, 'HH24:MI'), r.room_number) as line
    from class_schedule c join classroom r on r.id = c.classroom_id order by c.id`.execute(
    database,
  );
  return ['classSourcedId,weekday,start,end,room', ...rows.map(({ line }) => line)].join('\n');
}

/** The institute of the pages as an archive of OneRoster, with the times of its classes. */
async function writeArchive(folder: string, log: Log): Promise<string> {
  const opened = await openEmpty(join(folder, 'exported'), log);
  const { connection, database } = opened;
  const plain = join(folder, 'exported.zip');
  const file = join(folder, 'own-roster.zip');
  try {
    await seedPagesInstitute(database);
    await shorten(database);
    const given = { connection, database, title: 'School', ...moment };
    await pipeline(await exportRoster(given), createWriteStream(plain));
    const out = new ZipFile();
    const zip = await fromBufferPromise(await readFile(plain));
    for await (const entry of zip.eachEntry())
      out.addBuffer(await buffer(await zip.openReadStreamPromise(entry)), entry.fileName);
    out.addBuffer(Buffer.from(await timesOf(database)), 'times.csv');
    out.end();
    await pipeline(out.outputStream, createWriteStream(file));
  } finally {
    await opened.close();
  }
  return file;
}

/** The import of a whole institute from another installation, with its clashes; three rounds. */
export async function measureOwnRoster(folder: string, log: Log): Promise<string[]> {
  const file = await writeArchive(folder, log);
  const seconds: number[] = [];
  const written: string[] = [];
  for (let round = 0; round < 3; round++) {
    const opened = await openEmpty(join(folder, 'imported'), log);
    try {
      const { result: report, ...run } = await measured(() =>
        importOneRoster(opened.database, {
          file,
          options: answers,
          dryRun: false,
          ...moment,
          localNow: '2026-06-01T12:00:00',
          by: null,
        }),
      );
      if (!report.written) throw new Error(JSON.stringify(report.problems.slice(0, 5)));
      seconds.push(run.seconds);
      written.push(report.counts.map(({ table, created }) => `${created} ${table}`).join(', '));
    } finally {
      await opened.close();
    }
  }
  return [
    `load ${loadavg()[0]!.toFixed(1)}; ${written[0]}`,
    `${seconds.map((one) => one.toFixed(1)).join(', ')} s (≤ ${goalSeconds})`,
  ];
}
