import {
  all,
  none,
  retained,
  staff,
  student,
  type TableEntry,
} from '#server/school/privacy-entries.ts';

type BuildingTable = 'building_roll_call' | 'building_roll_call_person' | 'building_roll_call_tick';

const people = 'until KEEP_DRILLS_DAYS after the end';
const ofRecord = retained(
  'who was missing at a roll call does not change; the row that it names is anonymous',
);

/** Roll calls of the building. */
export const buildingTables: { [Table in BuildingTable]: TableEntry<Table> } = {
  building_roll_call: {
    purpose: 'roll calls of the building in drills and emergencies: when, by whom, how many',
    retention: 'for ever: it names no one after KEEP_DRILLS_DAYS',
    columns: {
      ...all(['id', 'kind', 'started_at', 'ended_at', 'version', 'forgotten_at'], none),
      ...all(['listed', 'expected', 'accounted'], none),
      ...all(['started_by', 'ended_by'], staff('who started and ended it')),
      note: student('proposed'),
    },
  },
  building_roll_call_person: {
    purpose: 'who was in the building or expected there, in which state, and who was missing',
    retention: people,
    columns: {
      ...all(['building_roll_call_id', 'number', 'version'], none),
      ...all(['place', 'class_schedule_id', 'classroom_id', 'start_time', 'end_time'], none),
      ...all(['student_id', 'state', 'since', 'expected', 'accounted', 'ticked_at'], ofRecord),
      teacher_id: staff('which teacher was there or missing'),
      ...all(['ticked_by', 'ticked_device', 'ticked_number'], staff('who ticked, and with what')),
    },
  },
  building_roll_call_tick: {
    purpose: 'each tick of a roll call of the building, once',
    retention: people,
    columns: {
      ...all(['building_roll_call_id', 'number', 'takes_back', 'late'], none),
      ...all(['person', 'accounted', 'made_at'], ofRecord),
      received_at: none,
      ...all(['device', 'made_by'], staff('who ticked, and with what')),
    },
  },
};
