import { all, none, staff, student, type TableEntry } from '#server/school/privacy-entries.ts';

type SeatingTable = 'room_layout' | 'room_gap' | 'seating_plan' | 'seating_plan_change' | 'seat';

/** Layouts of rooms, and who sits where. */
export const seatingTables: { [Table in SeatingTable]: TableEntry<Table> } = {
  room_layout: {
    purpose: 'rows and columns of seats in a room',
    retention: 'as long as the room',
    columns: {
      ...all(['classroom_id', 'seat_rows', 'seat_columns', 'version', 'changed_at'], none),
      changed_by: staff('who changed the layout'),
    },
  },
  room_gap: {
    purpose: 'places of a room without a seat',
    retention: 'as long as the room',
    columns: all(['classroom_id', 'seat_row', 'seat_column'], none),
  },
  seating_plan: {
    purpose: 'seating plans of classes in rooms',
    retention: 'as long as the class and the room',
    columns: all(['id', 'class_schedule_id', 'classroom_id', 'version'], none),
  },
  seating_plan_change: {
    purpose: 'the versions of a seating plan, who made them, and how',
    retention: 'while it is one of the last 50 of its plan',
    columns: {
      ...all(['seating_plan_id', 'version', 'way', 'restored_version', 'changed_at'], none),
      changed_by: staff('who changed the plan'),
    },
  },
  seat: {
    purpose: 'who sits where, in each version of a seating plan',
    retention: 'until erased, or as long as the version',
    columns: {
      ...all(['id', 'seating_plan_id', 'version'], none),
      ...all(['student_id', 'seat_row', 'seat_column'], student('deleted')),
    },
  },
};
