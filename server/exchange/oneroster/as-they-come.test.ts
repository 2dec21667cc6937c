import { stringify } from 'csv-stringify/sync';
import { describe, expect, it } from 'vitest';
import {
  changedRow,
  manifestOf,
  problemLines,
  rosterTests,
  smallRoster,
} from '#server/test/roster.ts';

// One database for all: nothing is written by checks.
const { dry, rosters } = rosterTests('all tests');
const { orgs, users, courses, classes, academicSessions, enrollments, demographics } = smallRoster;

describe('values as other systems write them (R-ROSTER-9)', () => {
  it('are read in other cases, in short forms, and as dates of whole days with a time', async () => {
    const dated = (row: Record<string, string>) => ({
      ...row,
      startDate: `${row.startDate}T00:00:00.000Z`,
      endDate: `${row.endDate} 23:59:59`,
    });
    const report = await dry({
      users: users.map((row) => ({ ...row, status: 'Active', role: row.role!.toUpperCase() })),
      classes: classes.map((row) => ({ ...row, classType: 'Scheduled' })),
      academicSessions: academicSessions.map((row) => ({
        ...dated(row),
        type: row.type === 'schoolYear' ? 'School Year' : 'Semester',
      })),
      enrollments: enrollments.map((row) => ({
        ...row,
        role: row.role === 'student' ? 'Student' : 'Teacher',
      })),
      demographics: changedRow(demographics, 0, { sex: 'F', birthDate: '2008-03-04T00:00:00' }),
    });
    expect(problemLines(report)).toEqual([]);
    expect(report.counts).toEqual((await dry({})).counts);
  });

  it('are refused as dates with a time within the day, whose day depends on the zone', async () => {
    const startDate = '2026-02-01T13:00:00Z';
    const report = await dry({
      academicSessions: changedRow(academicSessions, 1, { startDate }),
    });
    expect(problemLines(report)).toContain(
      'academicSessions.csv:3 startDate: must be a date, YYYY-MM-DD',
    );
  });

  it('mark rows as gone in any spelling', async () => {
    const report = await dry({ users: changedRow(users, 4, { status: 'ToBeDeleted' }) });
    expect(problemLines(report)).toEqual([]);
    expect(rosters.counts(report).student).toEqual({ created: 2 });
  });
});

describe('files as other systems leave them (R-ROSTER-9)', () => {
  it('may have commas at the ends of lines, and yes and no', async () => {
    const sessions = stringify(academicSessions, { header: true }).replaceAll(/\n(?=.)/g, ',,\n');
    const report = await dry({
      academicSessions: sessions.replace(/,,\n/, '\n'),
      users: users.map((row) => ({ ...row, enabledUser: 'Yes' })),
      enrollments: enrollments.map((row) => ({
        ...row,
        primary: row.role === 'teacher' ? 'Y' : 'no',
      })),
    });
    expect(problemLines(report)).toEqual([]);
    expect(report.counts).toEqual((await dry({})).counts);
  });

  it('may name no state of a file in the manifest: it is absent', async () => {
    const manifest = `${manifestOf(Object.keys(smallRoster), '1.1')}file.userResources,\n`;
    expect(problemLines(await dry({ manifest }))).toEqual([]);
  });

  it('may name parents of schools and sessions that are not in the file', async () => {
    const report = await dry({
      orgs: changedRow(orgs, 1, { parentSourcedId: 'D-X' }).slice(1),
      academicSessions: academicSessions.slice(1),
      users: users.map((row) => ({ ...row, orgSourcedIds: 'H' })),
      courses: courses.map((row) => ({ ...row, orgSourcedId: 'H', schoolYearSourcedId: '' })),
    });
    expect(problemLines(report)).toEqual([]);
    expect(problemLines(report, 'note')).toEqual(
      expect.arrayContaining([
        'orgs.csv:2 parentSourcedId: orgs.csv has no row D-X',
        'academicSessions.csv:2 parentSourcedId: academicSessions.csv has no row Y',
      ]),
    );
    expect(rosters.counts(report).student).toEqual({ created: 3 });
  });

  it('may have no school, and one org of another kind', async () => {
    const report = await dry({
      orgs: [{ sourcedId: 'H', name: 'Evening classes', type: 'department' }],
      users: users.map((row) => ({ ...row, orgSourcedIds: 'H' })),
      courses: courses.map((row) => ({ ...row, orgSourcedId: 'H' })),
    });
    expect(problemLines(report)).toEqual([]);
    expect(rosters.counts(report).student).toEqual({ created: 3 });
  });

  it('may say something about people who are not in the file, which is left out', async () => {
    const report = await dry({ demographics: changedRow(demographics, 0, { sourcedId: 'U-X' }) });
    expect(problemLines(report)).toEqual([]);
    expect(problemLines(report, 'skipped')).toEqual([
      'demographics.csv:2 sourcedId: users.csv has no row U-X',
    ]);
  });

  it('may be of OneRoster 1.0 or School Data Sync, which is named', async () => {
    expect(problemLines(await dry({ manifest: null }))).toEqual([
      '-: -: This is not a OneRoster export: manifest.csv is missing. OneRoster 1.0 and School Data Sync have none: export OneRoster 1.1 or 1.2',
    ]);
  });
});
