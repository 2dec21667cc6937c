import { describe, expect, it } from 'vitest';
import { changedRow, problemLines, rosterTests, smallRoster } from '#server/test/roster.ts';

// One database for all: nothing is written by checks.
const { dry, rosters } = rosterTests('all tests');
const { users, classes, academicSessions, enrollments, demographics } = smallRoster;

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
