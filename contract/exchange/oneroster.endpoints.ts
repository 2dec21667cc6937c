import { endpoint } from '../endpoint.ts';

export const exportOneRoster = endpoint({
  method: 'GET',
  path: '/attendance/oneroster-export/',
  summary: 'The institute as OneRoster 1.2: a ZIP of CSV files for other systems',
  description:
    'Bulk files: orgs, academicSessions, courses, classes, users (guardians among them), roles, enrollments, demographics, with a manifest. What another system has named keeps its sourcedId; the others are the same in every export.',
  file: ['application/zip'],
  access: [['Students', 'export']],
  // It has teachers, classes and enrolments as well, which the scope `Students:export` does not name.
  tokens: false,
  audit: { kind: 'export', what: 'OneRoster files' },
  rateGroup: 'exports',
});
