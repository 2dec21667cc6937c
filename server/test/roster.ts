import { createWriteStream, mkdtempSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { ZipFile } from 'yazl';
import type { ImportRunReport } from '#contract/exchange/import-run.ts';
import {
  rosterFormat,
  timesColumns,
  type RosterVersion,
} from '#server/exchange/oneroster/format.ts';
import { importOneRoster, type RosterImport } from '#server/exchange/oneroster/run.ts';
import { createTestSchool, type TestSchool } from './test-school.ts';

type Row = Record<string, string>;
/** The rows of each file; a text is the file as it is, null leaves it out. */
export type RosterRows = Record<string, Row[] | string | null>;

/** A school with two semesters, courses, classes, teachers and students, as another system has them. */
type SmallFile =
  | 'orgs'
  | 'academicSessions'
  | 'courses'
  | 'classes'
  | 'users'
  | 'enrollments'
  | 'demographics';
export const smallRoster: Record<SmallFile, Row[]> = {
  orgs: [
    { sourcedId: 'D', name: 'District', type: 'district' },
    { sourcedId: 'H', name: 'High School', type: 'school', parentSourcedId: 'D' },
  ],
  academicSessions: [
    session('Y', 'schoolYear', '2026-02-02', '2026-12-11'),
    session('T1', 'semester', '2026-02-02', '2026-06-26', 'Y'),
    session('T2', 'semester', '2026-07-20', '2026-12-11', 'Y'),
  ],
  courses: [
    { sourcedId: 'C-ALG', title: 'Algebra', courseCode: 'ALG', orgSourcedId: 'D' },
    { sourcedId: 'C-HIS', title: 'History', courseCode: 'HIS', orgSourcedId: 'H' },
  ],
  classes: [klass('K-ALG', 'Algebra A', 'C-ALG'), klass('K-HIS', 'History A', 'C-HIS')],
  users: [
    user('U-T1', 'teacher', 'Tara', 'Ng', 'tara'),
    user('U-T2', 'teacher', 'Ugo', 'Orr', 'ugo'),
    user('U-S1', 'student', 'Pia', 'Quist', 'pia', 'P1'),
    user('U-S2', 'student', 'Rex', 'Sorel', 'rex', 'P2'),
    user('U-S3', 'student', 'Tim', 'Ueda', 'tim'),
  ],
  enrollments: [
    enrollment('E1', 'K-ALG', 'U-T1', 'teacher'),
    enrollment('E2', 'K-HIS', 'U-T2', 'teacher'),
    enrollment('E3', 'K-ALG', 'U-S1'),
    enrollment('E4', 'K-ALG', 'U-S2'),
    enrollment('E5', 'K-HIS', 'U-S2'),
    enrollment('E6', 'K-HIS', 'U-S3'),
  ],
  demographics: [{ sourcedId: 'U-S1', birthDate: '2008-03-04', sex: 'female' }],
};

/** What has to be answered before it can be written into an empty database. */
export const smallAnswers = { course: 'Science', specialization: 'General', batch: '2026' };

function session(
  sourcedId: string,
  type: string,
  startDate: string,
  endDate: string,
  parent = '',
): Row {
  return {
    sourcedId,
    title: sourcedId,
    type,
    startDate,
    endDate,
    parentSourcedId: parent,
    schoolYear: '2026',
  };
}

export function klass(
  sourcedId: string,
  title: string,
  courseSourcedId: string,
  terms = 'T1',
): Row {
  return {
    sourcedId,
    title,
    courseSourcedId,
    classCode: sourcedId,
    classType: 'scheduled',
    location: 'R1',
    schoolSourcedId: 'H',
    termSourcedIds: terms,
  };
}

export function user(
  sourcedId: string,
  role: string,
  givenName: string,
  familyName: string,
  username: string,
  identifier = '',
): Row {
  return {
    sourcedId,
    enabledUser: 'true',
    orgSourcedIds: 'H',
    role,
    username,
    givenName,
    familyName,
    identifier,
    email: `${username}@high.example`,
  };
}

export function enrollment(
  sourcedId: string,
  classSourcedId: string,
  userSourcedId: string,
  role = 'student',
): Row {
  return {
    sourcedId,
    classSourcedId,
    schoolSourcedId: 'H',
    userSourcedId,
    role,
    primary: role === 'teacher' ? 'true' : '',
  };
}

/** Users and their roles as rows of their own, as 1.2 has them. @param more further roles. */
export const withRoles = (users: Row[], more: Row[] = []) => ({
  users: users.map(({ role: _role, orgSourcedIds: _orgs, ...row }): Row => row),
  roles: [...users, ...more].map(({ sourcedId = '', role = '' }, at): Row => ({
    sourcedId: `R${at}`,
    userSourcedId: sourcedId,
    roleType: 'primary',
    role,
    orgSourcedId: 'H',
  })),
});

/** The files as texts by name. */
export function rosterTexts(rows: RosterRows, version: RosterVersion = '1.1'): Map<string, string> {
  const texts = new Map<string, string>();
  const format = { ...rosterFormat[version], times: timesColumns };
  for (const [name, of] of Object.entries(rows)) {
    if (of === null) continue;
    const columns = Object.keys(format[name as keyof typeof format] ?? of[0] ?? {});
    const text = typeof of === 'string' ? of : stringify(of, { header: true, columns });
    texts.set(`${name}.csv`, text);
  }
  if (!('manifest' in rows)) texts.set('manifest.csv', manifestOf(Object.keys(rows), version));
  return texts;
}

export function manifestOf(names: string[], version: string, mode = 'bulk'): string {
  const files = names
    .filter((name) => name !== 'times')
    .map((name): [string, string] => [`file.${name}`, mode]);
  return stringify([
    ['propertyName', 'value'],
    ['manifest.version', '1.0'],
    ['oneroster.version', version],
    ...files,
  ]);
}

/** Writes an archive. @returns its path. */
export async function writeZip(
  folder: string,
  texts: Iterable<[string, string | Buffer]>,
): Promise<string> {
  const zip = new ZipFile();
  for (const [name, text] of texts) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const path = join(folder, `roster-${Math.random()}.zip`);
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

/** Imports of a test, from a folder of its own. */
function createRosters(school: () => TestSchool) {
  const folder = mkdtempSync(join(tmpdir(), 'roster-'));
  const importFile = (file: string, options: Partial<RosterImport> = {}) =>
    importOneRoster(school().database, {
      file,
      options: {},
      dryRun: false,
      today: '2026-03-02',
      // Before the first class of the day.
      localNow: `${options.today ?? '2026-03-02'}T00:00:00`,
      now: '2026-03-01T22:00:00Z',
      by: null,
      ...options,
    });
  return {
    folder,
    close: () => rm(folder, { recursive: true }),
    importFile,
    async import(
      rows: RosterRows,
      answers: Record<string, string> = {},
      { version, ...options }: Partial<RosterImport> & { version?: RosterVersion } = {},
    ): Promise<ImportRunReport> {
      const path = await writeZip(folder, rosterTexts(rows, version));
      return importFile(path, { options: answers, ...options });
    },
    async inFolder(texts: Map<string, string>): Promise<string> {
      const path = await mkdtemp(join(folder, 'files-'));
      for (const [name, text] of texts) await writeFile(join(path, name), text);
      return path;
    },
    /** The counts of the tables that the import touched. */
    counts: (report: ImportRunReport) =>
      Object.fromEntries(
        report.counts.map(({ table, ...of }) => [
          table,
          Object.fromEntries(Object.entries(of).filter(([, value]) => value !== 0)),
        ]),
      ),
    rows: async (text: string) =>
      (await sql.raw<Record<string, unknown>>(text).execute(school().database)).rows,
  };
}

/**
 * A school, and imports into it: for each test, or for all tests of a file that write nothing.
 * @param options the school's; an empty one without them.
 */
export function rosterTests(
  of: 'each test' | 'all tests' = 'each test',
  options: Parameters<typeof createTestSchool>[0] = { rows: {} },
) {
  let current: TestSchool;
  const school = () => current;
  const rosters = createRosters(school);
  const [before, after] = of === 'each test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    current = await createTestSchool(options);
  });
  after(() => current.close());
  afterAll(() => rosters.close());
  /** A dry run of the small file with some of its files changed. */
  const dry = (rows: RosterRows, answers = {}) =>
    rosters.import({ ...smallRoster, ...rows }, { ...smallAnswers, ...answers }, { dryRun: true });
  return { school, rosters, dry };
}

/** Rows with other values in one of them. */
export const changedRow = (rows: Row[], at: number, values: Row): Row[] =>
  rows.map((row, index) => (index === at ? { ...row, ...values } : row));

/** What a report names, as lines. */
export const problemLines = ({ problems }: ImportRunReport, level = 'error'): string[] =>
  problems
    .filter((problem) => problem.level === level)
    .map(({ file, line, column, reason }) => `${file}:${line ?? ''} ${column}: ${reason}`);

/** An import that was written. */
export function expectWritten(report: ImportRunReport): void {
  expect(report.problems.filter(({ level }) => level === 'error')).toEqual([]);
  expect(report.written).toBe(true);
}
