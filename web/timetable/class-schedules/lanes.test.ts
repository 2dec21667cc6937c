import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minutesOf } from '#contract/dates.ts';
import { placed } from './lanes.ts';

const time = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const block = (start_time: string, end_time: string) => ({ start_time, end_time });
const seats = (blocks: ReturnType<typeof block>[]) =>
  placed(blocks).map(({ lane, lanes }) => `${lane + 1}/${lanes}`);

describe('classes of a day', () => {
  it('back to back share a lane', () =>
    expect(seats([block('09:00', '10:00'), block('10:00', '11:00')])).toEqual(['1/1', '1/1']));
  it('at the same time stand side by side', () =>
    expect(seats([block('09:00', '10:00'), block('09:00', '10:00')])).toEqual(['1/2', '2/2']));
  it('within a longer one use a lane one after another', () =>
    expect(
      seats([
        block('09:00', '12:00'),
        block('09:30', '10:00'),
        block('10:00', '11:00'),
        block('12:00', '13:00'),
      ]),
    ).toEqual(['1/2', '2/2', '2/2', '1/1']));

  it('never cover each other, and none is lost', () => {
    const blocks = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 1300 }), fc.integer({ min: 5, max: 130 }))
        .map(([start, length]) => block(time(start), time(start + length))),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(blocks, (given) => {
        const seats = placed(given);
        expect(seats).toHaveLength(given.length);
        for (const one of seats) {
          expect(one.lane).toBeLessThan(one.lanes);
          for (const other of seats) {
            const overlap =
              one !== other &&
              minutesOf(one.it.start_time) < minutesOf(other.it.end_time) &&
              minutesOf(other.it.start_time) < minutesOf(one.it.end_time);
            if (overlap) {
              expect(one.lane).not.toBe(other.lane);
              expect(one.lanes).toBe(other.lanes);
            }
          }
        }
      }),
    );
  });
});
