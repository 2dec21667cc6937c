import { expect, it } from 'vitest';
import { proposedSemesters } from './proposed.ts';

const semester = (id: number, class_start_date: string, batch = '2026') => ({
  id,
  batch,
  class_start_date,
});

it('a copy proposes the semester of today and the next one of its batch', () => {
  const all = [
    semester(4, '2027-02-01', '2027'),
    semester(3, '2027-03-01'),
    semester(2, '2026-07-20'),
    semester(1, '2026-03-02'),
  ];
  expect(proposedSemesters(all, '2026-11-30')).toEqual({ from: 2, semester_id: 3 });
  expect(proposedSemesters(all, '2026-05-01')).toEqual({ from: 1, semester_id: 2 });
});

it('without a later one of the batch it is the next of any, and none where there is none', () => {
  const all = [semester(1, '2026-03-02'), semester(2, '2027-02-01', '2027')];
  expect(proposedSemesters(all, '2026-11-30')).toEqual({ from: 1, semester_id: 2 });
  expect(proposedSemesters(all, '2027-11-30')).toEqual({ from: 2, semester_id: null });
  expect(proposedSemesters([], '2027-11-30')).toEqual({ from: null, semester_id: null });
});
