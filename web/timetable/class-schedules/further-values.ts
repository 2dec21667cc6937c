import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import type { Values } from '#web/ui/form/form-context.ts';

/** Pay codes of further teachers, by the teacher's id; null is the class's. */
type PayCodes = Record<string, number | null>;

const isPayCodes = (value: unknown): value is PayCodes =>
  typeof value === 'object' && value !== null;

/** The pay codes that the form has. */
export const payCodesOf = ({ co_teacher_pay: codes }: Values): PayCodes =>
  isPayCodes(codes) ? codes : {};

/** The values of a class in its form for further teachers and rooms. */
export const furtherOf = (row: ClassSchedule, withPay: boolean) => ({
  co_teachers: row.co_teachers.map(({ id }) => id),
  more_rooms: row.more_rooms.map(({ id }) => id),
  ...(withPay && { co_teacher_pay: row.co_teacher_pay ?? {} }),
});

/** Those of a new class. */
export const noFurther = (withPay: boolean) => ({
  co_teachers: [],
  more_rooms: [],
  ...(withPay && { co_teacher_pay: {} }),
});

/** The pay codes of those who are further teachers still: the server takes no others. */
export const payCodesAmong = (values: Values, teachers: number[]): PayCodes =>
  Object.fromEntries(
    Object.entries(payCodesOf(values)).filter(([id]) => teachers.includes(Number(id))),
  );

/** The seats of several rooms together; a place without seats is never full. */
export function seatsText(rooms: readonly { capacity: number }[]): string {
  if (rooms.some(({ capacity }) => capacity === 0)) return 'Together never full';
  const seats = rooms.reduce((sum, { capacity }) => sum + capacity, 0);
  return `${seats} seats together`;
}
