import { expect, it } from 'vitest';
import type { Evidence } from '#contract/standing/contact-hour-evidence.ts';
import { evidenceCsv, evidencePapers } from './evidence-file.ts';

const institute = { title: 'Institute', today: '2026-03-09', time_zone: 'Australia/Sydney' };
const line = {
  scheduled_minutes: 60,
  attended_minutes: 0,
  excused_minutes: 60,
  left_minutes: 0,
  not_recorded_minutes: 0,
  rate: null,
  best: null,
  worst: null,
  band: null,
  reach: [{ percent: 80, state: 'lost' as const, may_miss_minutes: null }],
};
const evidence: Evidence = {
  student: { id: 1, student_id: 'S1', first_name: '=Anna', last_name: 'Ångström' },
  semesters: [],
  chosen: [],
  from_date: '2026-03-02',
  to_date: '2026-03-09',
  as_of: '2026-03-09T09:00:00Z',
  terms: { contact_hour_bands: [80], excused_counts: false },
  totals: line,
  subjects: [{ ...line, meetings: 1, subject_name: 'Algebra', subject_code: 'MAT1' }],
  meetings: [
    {
      class_schedule: 1,
      date: '2026-03-02',
      start_time: '09:00',
      end_time: '10:00',
      subject_code: 'MAT1',
      class_type: 'Lecture',
      minutes: 60,
      status: 'Absent',
      attended_minutes: 0,
      late_minutes: null,
      left_early_minutes: null,
      excused: 'mark',
      reason: '=HYPERLINK("x")',
      changes: [
        {
          from: 'Present',
          to: 'Absent',
          late_minutes: null,
          left_early_minutes: null,
          excused: true,
          how: 'manual',
          by: '@Tess',
          at: '2026-03-02T00:00:00Z',
        },
      ],
    },
  ],
  follow_ups: [],
  letters: [],
};

it('the CSV has summary and classes with who changed what, and no cell is a formula (R-HOURS-6)', () => {
  const csv = evidenceCsv(evidence, institute);
  expect(csv).toContain('Summary');
  expect(csv).toContain('can no longer be reached');
  expect(csv).toContain('Present → Absent, excused, by hand, @Tess');
  expect(csv).toContain(`'=HYPERLINK`);
  expect(csv).not.toMatch(/(^|[,\n"])=/);
});

it('the PDF has summary, subjects, steps and classes on pages of their own', () => {
  const [first, next] = [{ ...evidence.meetings[0]! }, { ...evidence.meetings[0]! }];
  next.status = 'to_come';
  const papers = evidencePapers({ ...evidence, meetings: [first, next] }, institute);
  expect(papers.map(({ title }) => title)).toEqual([
    'Contact hours: summary',
    'Contact hours: subjects',
    'Contact hours: follow-ups and letters',
    'Contact hours: classes',
  ]);
  expect(papers[0]!.body.map(([what]) => what)).toEqual([
    'Hours',
    'Rate',
    'To keep 80%',
    'How hours are counted',
  ]);
  expect(papers[1]!.body).toEqual([
    ['MAT1 Algebra', '–', '–', '–', '1.0', '0.0', '1.0', '0.0', '0.0'],
  ]);
  expect(papers[2]!.body).toEqual([['–', 'None']]);
  expect(papers[3]!.body[0]).toContain('Absent, excused by hand');
  // Minutes attended are of marks alone.
  expect(papers[3]!.body.map((row) => row[4])).toEqual(['0', '']);
});
