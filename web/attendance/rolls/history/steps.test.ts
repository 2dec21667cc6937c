import { describe, expect, it } from 'vitest';
import type { RollRow } from '#contract/marks.ts';
import type { RollChange, RollEvent } from '#contract/attendance/roll-history.ts';
import { latestChanges, rollAt, stepsOf } from './steps.ts';

const change = (id: number, student: number, more: Partial<RollChange> = {}): RollChange => ({
  id,
  student,
  student_id: `S${student}`,
  first_name: 'Ada',
  last_name: 'Lee',
  from: null,
  to: 'Present',
  how: 'card',
  mark_how: null,
  changed_by: 'Tess',
  changed_at: `2026-03-02T09:0${id}:00Z`,
  made_at: null,
  late_minutes: null,
  left_early_minutes: null,
  excused: false,
  ...more,
});
const event = (at: string, more: Partial<RollEvent> = {}): RollEvent => ({
  kind: 'closed',
  by: 'Tess',
  at,
  reason: null,
  students: 0,
  ...more,
});
const row = (student: number): RollRow =>
  ({ student, student_id: `S${student}`, status: 'Absent', how: 'manual', id: 9 }) as RollRow;

describe('the steps of a roll', () => {
  it('are one for all changes of one user at one moment, oldest first', () => {
    const at = '2026-03-02T09:05:00Z';
    const steps = stepsOf(
      [
        change(1, 1),
        change(2, 2, { changed_at: at, to: 'Absent', how: 'closing' }),
        change(3, 3, { changed_at: at, to: 'Absent', how: 'closing' }),
      ],
      [event('2026-03-02T09:00:00Z', { kind: 'reopened', by: null }), event(at, { students: 2 })],
    );
    expect(steps.map(({ changes, event: of }) => [changes.length, of?.kind])).toEqual([
      [0, 'reopened'],
      [1, undefined],
      [2, 'closed'],
    ]);
  });

  it('can be undone while they are the latest of their students', () => {
    expect(latestChanges([change(1, 1), change(2, 2), change(3, 1)])).toEqual(new Set([3, 2]));
  });
});

describe('the roll at an instant', () => {
  const changes = [
    change(1, 1, { late_minutes: 12 }),
    change(2, 1, { from: 'Present', to: null, how: 'manual' }),
    change(3, 2, { to: 'Absent', excused: true, made_at: '2026-03-02T09:02:30Z' }),
  ];
  const at = (time: string) => rollAt([row(1), row(2)], changes, `2026-03-02T${time}Z`);

  it('has the marks of that time, and N/A for the others', () => {
    expect(at('09:00:59').map(({ status }) => status)).toEqual(['N/A', 'N/A']);
    expect(at('09:01:00')[0]).toMatchObject({ status: 'Present', how: 'card', late_minutes: 12 });
    expect(at('09:02:00')[0]).toMatchObject({ status: 'N/A', how: null, marked_at: null });
  });

  it('shows a mark that an undo brought back as it was made, not by hand', () => {
    const back = change(4, 1, { from: null, how: 'manual', mark_how: 'card' });
    expect(rollAt([row(1)], [back], back.changed_at)[0]).toMatchObject({ how: 'card' });
  });

  it('shows the time of a mark that waited for the network', () => {
    expect(at('09:03:00')[1]).toMatchObject({
      status: 'Absent',
      excused: true,
      marked_at: '2026-03-02T09:02:30Z',
    });
  });
});
