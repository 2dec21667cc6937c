import { describe, expect, it } from 'vitest';
import type { Place, PlaceCheckIn } from '#contract/timetable/further.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { checkInFor, missingText, openPlaces, standInsOf, taughtOn } from './taught-class.ts';

const tess = { id: 1, first_name: 'Tess', last_name: 'Turner' };
const theo = { id: 2, first_name: 'Theo', last_name: 'Tutor' };
const nina = { id: 3, first_name: 'Nina', last_name: 'North' };
const pending = (teacher: typeof tess, place = teacher.id): PlaceCheckIn => ({
  teacher,
  place,
  status: 'pending',
});
const completed = (teacher: typeof tess): PlaceCheckIn => ({
  ...pending(teacher),
  status: 'completed',
});
const place = (teacher: typeof tess, more: Partial<Place> = {}): Place => ({
  teacher,
  cover: null,
  away: false,
  ...more,
});

/** A class of Tess and Theo, unless it has other places. */
const shared = (check_ins: PlaceCheckIn[], places = [place(tess), place(theo)]) =>
  taughtOn(
    {
      id: 5,
      start_time: '09:00',
      teacher: tess,
      co_teachers: [theo],
      meeting: { places } as ClassSchedule['meeting'],
      check_ins,
    },
    '2026-03-02',
  );
const alone = (more: Partial<ClassSchedule>) =>
  taughtOn({ id: 5, start_time: '09:00', teacher: tess, co_teachers: [], ...more }, '2026-03-02');

describe('the check-in of a class with several teachers (R-PAY-1)', () => {
  it('is for each teacher that of their own place', () => {
    const of = shared([pending(tess)]);
    expect(checkInFor(of, 1)).toEqual({ state: 'pending', who: 'Tess Turner' });
    expect(checkInFor(of, 2)).toEqual({ state: null });
  });

  it('is for others there when no place is open, with all names', () => {
    expect(checkInFor(shared([pending(tess)]), null)).toEqual({ state: null });
    const both = shared([pending(theo), completed(tess)]);
    expect(checkInFor(both, null)).toEqual({ state: 'pending', who: 'Tess Turner, Theo Tutor' });
    expect(checkInFor(shared([completed(tess), completed(theo)]), 3).state).toBe('completed');
  });

  it('is for a stand-in their own, while another place is open', () => {
    expect(checkInFor(shared([pending(nina, 2)]), 3)).toEqual({
      state: 'pending',
      who: 'Nina North',
    });
  });

  it('takes the place of whom a cover replaces, and none where the others teach', () => {
    const covered = shared([pending(nina)], [place(tess), place(theo, { cover: nina })]);
    expect(openPlaces(covered)).toEqual([{ id: 1, teacher: tess }]);
    expect(checkInFor(covered, 3).state).toBe('pending');
    const left = shared([pending(tess)], [place(tess), place(theo, { away: true })]);
    expect(checkInFor(left, null).state).toBe('pending');
  });

  it('is missing in words', () => {
    expect(missingText(shared([]), null)).toBe('No check-in');
    expect(missingText(shared([pending(tess)]), null)).toBe('1 of 2 checked in');
    expect(missingText(shared([pending(tess)]), 2)).toBe('No check-in');
  });

  it('is that of a stand-in where somebody else took the place', () => {
    expect(standInsOf(shared([pending(tess), pending(nina, 2)]))).toEqual([pending(nina, 2)]);
  });
});

it('a class that was stored before an upgrade has its one check-in (R-PAY-1)', () => {
  const stored = alone({ check_in: 'completed', checked_in_by: nina });
  expect(checkInFor(stored, null)).toEqual({ state: 'completed', who: 'Nina North' });
  expect(standInsOf(stored)).toHaveLength(1);
});

it('the place of a covered only teacher is that of the planned one', () => {
  const covered = alone({ planned: { teacher: theo }, check_ins: [] });
  expect(covered.places).toEqual([{ id: 2, teacher: tess }]);
});
