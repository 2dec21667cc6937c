import { expect, it } from 'vitest';
import { isTaughtBy, namesOfRooms, namesOfTeachers } from './further-names.ts';

const tess = { id: 1, first_name: 'Tess', last_name: 'Turner' };
const theo = { id: 2, first_name: 'Theo', last_name: 'Tutor' };
const mono = { id: 3, first_name: 'Suharto', last_name: '–' };
const rooms = ['A1', 'A2', 'A3'].map((room_number) => ({ room_number }));

it('a class is named with all its teachers, in their order (R-TEACH-1)', () => {
  expect(namesOfTeachers({ teacher: tess, co_teachers: [] })).toBe('Tess Turner');
  expect(namesOfTeachers({ teacher: theo, co_teachers: [tess, mono] })).toBe(
    'Theo Tutor, Tess Turner, Suharto',
  );
});

it('its further rooms stand in brackets behind the first one (R-CLASS-8)', () => {
  const [classroom = { room_number: '' }, ...more_rooms] = rooms;
  expect(namesOfRooms({ classroom, more_rooms: [] })).toBe('A1');
  expect(namesOfRooms({ classroom, more_rooms })).toBe('A1 (A2, A3)');
});

it('a further teacher teaches it, and an account without a teacher does not', () => {
  const of = { teacher: tess, co_teachers: [theo] };
  expect([1, 2, 3, null].map((teacher) => isTaughtBy(of, teacher))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
