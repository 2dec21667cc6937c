import { describe, expect, it } from 'vitest';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { nextClassOf } from './next-class.ts';

const taught = (
  id: number,
  start_time: string,
  end_time: string,
  [teacher, room]: [number, number],
  more: object = {},
) =>
  ({
    id,
    start_time,
    end_time,
    teacher: { id: teacher },
    classroom: { id: room },
    ...more,
  }) as ClassSchedule;

const of = taught(1, '09:00', '10:00', [7, 70]);
const next = (now: string, ...all: ClassSchedule[]) => nextClassOf(of, [of, ...all], now)?.id;

describe('the next class', () => {
  it.each([
    ['the same teacher’s', taught(2, '10:10', '11:00', [7, 71])],
    ['in the same room', taught(2, '10:00', '11:00', [8, 70])],
    ['of a further teacher', taught(2, '10:10', '11:00', [8, 71], { co_teachers: [{ id: 7 }] })],
    ['in a further room', taught(2, '10:00', '11:00', [8, 71], { more_rooms: [{ id: 70 }] })],
  ])('is %s', (_, it) => expect(next('10:01', it)).toBe(2));

  it.each([
    ['in another room with another teacher', taught(2, '10:00', '11:00', [8, 71]), '10:01'],
    ['of the same time', taught(2, '09:30', '11:00', [7, 71]), '10:01'],
    ['that is over', taught(2, '10:00', '11:00', [7, 71]), '11:00'],
    ['much later', taught(2, '13:00', '14:00', [7, 71]), '10:01'],
    [
      'that is cancelled',
      taught(2, '10:00', '11:00', [7, 71], { meeting: { status: 'cancelled' } }),
      '10:01',
    ],
  ])('is none %s', (_, it, now) => expect(next(now, it)).toBeUndefined());

  it('is the teacher’s own before another in the room', () => {
    const room = taught(2, '10:00', '11:00', [8, 70]);
    expect(next('10:01', room, taught(3, '10:15', '11:00', [7, 71]))).toBe(3);
  });
});
