import type { SeatingPlan } from '#contract/attendance/seating-plan.ts';
import { rollRow } from './open-roll.tsx';

const room = { id: 1, room_number: 'R1' };

/** A room of two rows of two with a gap; Ann sits in front, Ben behind her. */
export const planOfTest: SeatingPlan = {
  classroom: room,
  rooms: [room],
  other_rooms: [],
  layout: { rows: 2, columns: 2, gaps: [{ row: 1, column: 2 }], version: 3 },
  layout_by: 'Tess Teacher',
  version: 4,
  seats: [
    { row: 1, column: 1, student: 1 },
    { row: 2, column: 1, student: 2 },
  ],
  elsewhere: [],
  changed_by: 'Tess Teacher',
  changed_at: '2026-03-01T22:00:00Z',
  may_change: true,
};

/** Ann and Ben have seats, Cam has none. */
export const classInSeats = [
  rollRow(1, 'Ann', 'Abel'),
  rollRow(2, 'Ben', 'Baker', 'Present'),
  rollRow(3, 'Cam', 'Cole', 'Absent'),
];
