import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { auditedCall, auditedParams } from './audited-params.ts';

describe('no call is missing', () => {
  const calls = endpoints
    .filter(({ endpoint }) => endpoint.access !== 'public')
    .map(({ key, endpoint }) => [key, endpoint] as const);
  /**
   * Marks and check-ins, which the database records itself; settings, whose line has before and
   * after; reads that are a POST, ticks of roll calls of the building, and checks of an import; a teacher’s own link to the calendar.
   */
  const own =
    /devices\/taps$|attendance\/(attendance\/(create|:id)|mark-student|mark-rest-absent|student-merge|bulk-operations\/:id\/undo(-with-later)?\/preview|withdraw-marks|undo-marks|schedule-students-attendance|payroll-logs\/|building\/ticks$|settings$|import-runs\/:id\/check|calendar-link|qr\/check-in|classschedule(\/:id(\/successor)?|\/many|-reassign)\/preview|semesters\/:id\/copy\/preview)/;

  it.each(calls.filter(([key]) => !key.startsWith('GET')))('%s', (key, endpoint) => {
    if (own.test(key)) expect(endpoint.audit).toMatch(/^(history|none)$/);
    else
      expect(auditedCall(endpoint, {})).toMatchObject({
        kind: expect.any(String),
        what: expect.stringMatching(/^[A-Z][^:/]+$/),
      });
  });
  const files = /export|attachments|import-runs\/:id\/report/;
  it.each(calls.filter(([key]) => files.test(key)))('%s is an export', (_key, endpoint) => {
    expect(['export', 'privacy']).toContain(auditedCall(endpoint, {})?.kind);
  });
  it.each(calls.filter(([key]) => key.startsWith('GET') && !files.test(key)))(
    '%s only reads',
    (_key, endpoint) => {
      expect(auditedCall(endpoint, undefined)).toBeNull();
    },
  );
});

it('contains no personal values', () => {
  const body = {
    first_name: 'Zoe',
    date_of_birth: '2005-01-01',
    rfid_number: '1000001',
    student_id: 'S1',
    note: '2026',
    leave_from: '2026-03-02',
    from_date: '2026-03-02',
    student: [1, 2],
    email: 'ada@school.example',
    nothing: undefined,
  };
  expect(auditedParams({ id: 7 }, body, [1], null)).toEqual({
    id: 7,
    from_date: '2026-03-02',
    student: [1, 2],
    email: 'ada@school.example',
    fields: ['first_name', 'date_of_birth', 'rfid_number', 'student_id', 'note', 'leave_from'],
  });
  expect(
    auditedParams({ ids: Array.from({ length: 60 }, (_, number) => number) }).ids,
  ).toHaveLength(51);
});
