import { mkdirSync, chmodSync, createWriteStream, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { rosterFormat, type RosterFile } from '#server/exchange/oneroster/format.ts';
import { exportRoster } from '#server/exchange/oneroster/export.ts';
import { importOneRoster } from '#server/exchange/oneroster/run.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { measured } from './memory.ts';
import { seeded } from './random.ts';

type Log = (line: string) => void;

const sizes = {
  students: 48_000,
  teachers: 2000,
  courses: 1000,
  classes: 5000,
  enrollments: 200_000,
};
const goals = { seconds: 60, megabytes: 300 };
const answers = { course: 'Science', specialization: 'General', batch: '2026' };

/** Files of a district, by a fixed seed. */
function* rowsOf(file: RosterFile): Generator<Record<string, string>> {
  const random = seeded(22);
  const { students, teachers, courses, classes, enrollments } = sizes;
  if (file === 'orgs') yield { sourcedId: 'O', name: 'School', type: 'school' };
  if (file === 'academicSessions')
    for (const [n, first, last] of [
      ['1', '2026-02-02', '2026-06-26'],
      ['2', '2026-07-20', '2026-12-11'],
    ] as const)
      yield {
        sourcedId: `T${n}`,
        title: `Semester ${n}`,
        type: 'semester',
        startDate: first,
        endDate: last,
        schoolYear: '2026',
      };
  if (file === 'courses')
    for (let n = 0; n < courses; n++)
      yield { sourcedId: `C${n}`, title: `Course ${n}`, courseCode: `CO${n}`, orgSourcedId: 'O' };
  if (file === 'classes')
    for (let n = 0; n < classes; n++)
      yield {
        sourcedId: `K${n}`,
        title: `Class ${n}`,
        courseSourcedId: `C${n % courses}`,
        classCode: `K-${n}`,
        classType: 'scheduled',
        location: `R${n % 300}`,
        schoolSourcedId: 'O',
        termSourcedIds: `T${1 + (n % 2)}`,
      };
  if (file === 'users')
    for (let n = 0; n < students + teachers; n++)
      yield {
        sourcedId: `U${n}`,
        enabledUser: 'true',
        orgSourcedIds: 'O',
        role: n < students ? 'student' : 'teacher',
        username: `user${n}`,
        givenName: `First${n % 997}`,
        familyName: `Last${n % 4999}`,
        identifier: `S${n}`,
        email: `user${n}@school.example`,
        phone: `+61 4${n}`,
      };
  if (file === 'demographics')
    for (let n = 0; n < students; n++)
      yield {
        sourcedId: `U${n}`,
        birthDate: `20${10 + (n % 5)}-03-0${1 + (n % 9)}`,
        sex: 'female',
      };
  if (file === 'enrollments') {
    for (let n = 0; n < classes; n++)
      yield enrollment(`ET${n}`, `K${n}`, `U${students + (n % teachers)}`, 'teacher');
    for (let n = 0; n < enrollments - classes; n++)
      yield enrollment(`E${n}`, `K${random.whole(0, classes - 1)}`, `U${n % students}`, 'student');
  }
}

const enrollment = (sourcedId: string, of: string, userSourcedId: string, role: string) => ({
  sourcedId,
  classSourcedId: of,
  schoolSourcedId: 'O',
  userSourcedId,
  role,
});

function* linesOf(file: RosterFile): Generator<string> {
  const columns = Object.keys(rosterFormat['1.1'][file] ?? {});
  yield `${columns.join(',')}\n`;
  for (const row of rowsOf(file)) yield `${columns.map((name) => row[name] ?? '').join(',')}\n`;
}

async function writeRoster(path: string): Promise<void> {
  const zip = new ZipFile();
  const files = Object.keys(rosterFormat['1.1']) as RosterFile[];
  const manifest = [
    'propertyName,value',
    'oneroster.version,1.1',
    ...files.map((name) => `file.${name},bulk`),
  ];
  zip.addBuffer(Buffer.from(manifest.join('\n')), 'manifest.csv');
  for (const file of files)
    zip.addReadStream(Readable.from(linesOf(file), { objectMode: false }), `${file}.csv`);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

/** An import of 50,000 people with 5,000 classes and 200,000 enrollments, again, and the export. */
export async function measureOneRoster(folder: string, log: Log): Promise<string[]> {
  const dataDir = join(folder, 'oneroster');
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  const file = join(folder, 'oneroster.zip');
  await writeRoster(file);
  const opened = await openDatabase({ dataDir, poolSize: 2 }, log);
  try {
    const run = (dryRun: boolean) =>
      measured(async () => {
        const report = await importOneRoster(opened.database, {
          file,
          options: answers,
          dryRun,
          today: '2026-03-02',
          localNow: '2026-03-02T12:00:00',
          now: '2026-03-02T01:00:00Z',
          by: null,
        });
        if (!dryRun && !report.written)
          throw new Error(JSON.stringify(report.problems.slice(0, 5)));
        return report;
      });
    const lines = [
      `load ${loadavg()[0]!.toFixed(1)}; seconds (≤ ${goals.seconds}), MB more (≤ ${goals.megabytes})`,
    ];
    const add = (what: string, { seconds, megabytes }: { seconds: number; megabytes: number }) =>
      lines.push(`${what}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`);
    add('dry run of 50,000 people, 5,000 classes, 200,000 enrollments', await run(true));
    add('the import', await run(false));
    add('the same file again', await run(false));
    const { connection, database } = opened;
    const exported = await measured(async () => {
      const given = {
        connection,
        database,
        title: 'School',
        today: '2026-03-02',
        now: '2026-03-02T01:00:00Z',
      };
      await pipeline(await exportRoster(given), createWriteStream(join(folder, 'exported.zip')));
    });
    add('the export', exported);
    return lines;
  } finally {
    await opened.close();
  }
}
