import { expect, it } from 'vitest';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { choicesOf } from './choices.ts';

const at = (
  start_time: string,
  teacher: number,
  is: 'passed' | 'now' | 'coming',
  more: { id: number }[] = [],
) =>
  ({
    id: Number(start_time.replace(':', '')) * 10 + teacher,
    start_time,
    teacher: { id: teacher },
    co_teachers: more,
    currentClass: is === 'now',
    period: is === 'passed' ? 'passed' : 'current_and_upcoming',
  }) as ClassSchedule;
const titles = (all: ClassSchedule[], teacher: number | null) =>
  choicesOf(all, teacher).map(({ title, of }) => [title, of.map((it) => it.start_time)]);

const day = [
  at('08:00', 1, 'passed'),
  at('09:00', 2, 'now'),
  at('09:30', 3, 'now'),
  at('11:00', 2, 'coming'),
  at('11:00', 1, 'coming'),
  at('14:00', 3, 'coming'),
];

it('own classes come first, then current, next, later and earlier ones', () => {
  expect(titles([at('07:00', 4, 'passed'), ...day], 1)).toEqual([
    ['My classes', ['08:00', '11:00']],
    ['Now', ['09:00', '09:30']],
    ['Next', ['11:00']],
    ['Later', ['14:00']],
    ['Earlier', ['07:00']],
  ]);
});

it('a class with several teachers is one of each of them (R-TEACH-1)', () => {
  const shared = [at('08:00', 1, 'passed'), at('14:00', 3, 'coming', [{ id: 1 }])];
  expect(titles(shared, 1)).toEqual([['My classes', ['08:00', '14:00']]]);
});

it('on a large day only likely ones are offered', () => {
  const large = [
    ...day,
    ...Array.from({ length: 60 }, (_, number) => at(`15:${10 + (number % 40)}`, 4, 'coming')),
  ];
  expect(titles(large, null).map(([title]) => title)).toEqual(['Now', 'Next']);
  expect(titles(large, 1).map(([title]) => title)).toEqual(['My classes', 'Now', 'Next']);
});

it('after the last class of a day its past ones are offered', () => {
  expect(titles([at('08:00', 2, 'passed')], 1)).toEqual([['Classes', ['08:00']]]);
});

it('after the last class of a large day own ones are offered', () => {
  const over = Array.from({ length: 70 }, (_, number) =>
    at(`0${Math.floor(number / 10)}:${10 + (number % 10)}`, number % 3, 'passed'),
  );
  expect(titles(over, 1).map(([title]) => title)).toEqual(['My classes']);
});
