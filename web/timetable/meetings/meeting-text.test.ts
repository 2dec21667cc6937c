import { describe, expect, it } from 'vitest';
import type { Meeting } from '#contract/timetable/meeting.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { canBeTaken, isHeld, meetingText } from './meeting-text.ts';

const planned = { teacher: { id: 1, first_name: 'Tess', last_name: 'Teacher' } };
const theo = { id: 2, first_name: 'Theo', last_name: 'Tutor' };
const nina = { id: 3, first_name: 'Nina', last_name: 'North' };
const on = (meeting: Partial<Meeting>): ClassSchedule =>
  ({
    planned,
    meeting: {
      id: 1,
      status: 'scheduled',
      reason: null,
      origin: 'weekly',
      moved_from: null,
      moved_to: null,
      cover: null,
      sequence: 0,
      ...meeting,
    },
  }) as ClassSchedule;
const thursday = {
  date: '2026-03-12',
  start_time: '14:00',
  end_time: '15:00',
  room_number: 'B2.10',
};

describe('unusual facts about a class on its date', () => {
  it.each([
    ['nothing', {}, null, true],
    ['on a holiday', { status: 'holiday' }, null, false],
    ['cancelled', { status: 'cancelled', reason: 'Flood' }, 'Cancelled: Flood', false],
    [
      'moved away',
      { status: 'moved', moved_to: thursday },
      'Moved to Thu, 12 Mar 14:00, B2.10',
      false,
    ],
    [
      'moved here',
      { origin: 'moved', moved_from: '2026-03-09', reason: 'Exam' },
      'Moved from Mon, 9 Mar: Exam',
      true,
    ],
    [
      'covered in one of its places (R-TEACH-2)',
      {
        places: [
          { ...planned, cover: null, away: false },
          { teacher: theo, cover: nina, away: false },
        ],
      },
      'Covered by Nina North for Theo Tutor',
      true,
    ],
    [
      'left to the others',
      {
        places: [
          { ...planned, cover: null, away: true },
          { teacher: theo, cover: null, away: false },
        ],
        reason: 'Flu',
      },
      'Tess Teacher is away, the others teach: Flu',
      true,
    ],
    ['covered', { cover: theo }, 'Covered by Theo Tutor for Tess Teacher', true],
    [
      'extra and covered',
      { origin: 'extra', cover: theo },
      'Covered by Theo Tutor for Tess Teacher, Extra class',
      true,
    ],
  ] satisfies [string, Partial<Meeting>, string | null, boolean][])(
    '%s',
    (_, meeting, text, held) => {
      expect(meetingText(on(meeting))).toBe(text);
      expect(isHeld(on(meeting))).toBe(held);
    },
  );

  it('say that it was archived later: it took place, and its roll is read-only (R-MEETING-2)', () => {
    const archived = on({ archived: true, cover: theo, reason: 'Flu' });
    expect(meetingText(archived)).toBe(
      'Class archived. Covered by Theo Tutor for Tess Teacher: Flu',
    );
    expect([isHeld(archived), canBeTaken(archived)]).toEqual([true, false]);
    expect(canBeTaken(on({}))).toBe(true);
  });

  it('are none for a weekly class', () => {
    expect(meetingText({} as ClassSchedule)).toBeNull();
    expect(isHeld({} as ClassSchedule)).toBe(true);
  });
});
