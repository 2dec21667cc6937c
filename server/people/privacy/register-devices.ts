import { all, none, staff, student, type TableEntry } from '#server/school/privacy-entries.ts';

type DeviceTable = 'device' | 'device_room' | 'device_tap';

/** Readers and tablets of the rooms, and what they read. */
export const deviceTables: { [Table in DeviceTable]: TableEntry<Table> } = {
  device: {
    purpose: 'readers and tablets that send taps',
    retention: 'for ever: histories of marks name them',
    columns: {
      ...all(
        [
          'id',
          'name',
          'kind',
          'signs',
          'shows_names',
          'key_hash',
          'generation',
          'code_hash',
          'code_until',
          'created_at',
          'revoked_at',
          'seen_at',
          'version',
          'battery',
          'waiting',
          'paused_until',
        ],
        none,
      ),
      created_by: staff('who added the device'),
    },
  },
  device_room: {
    purpose: 'in which room a device was when',
    retention: 'as long as the device',
    columns: all(['device_id', 'since', 'classroom_id'], none),
  },
  device_tap: {
    purpose: 'taps at devices, each once, and what was answered',
    retention: 'for KEEP_TAPS_DAYS',
    columns: {
      ...all(
        ['device_id', 'generation', 'sequence', 'received_at', 'class_schedule_id', 'date'],
        none,
      ),
      ...all(['card', 'facts', 'student_id'], student('nulled')),
      ...all(['tapped_at', 'outcome', 'typed', 'silent'], none),
      teacher_id: staff('which teacher checked in'),
    },
  },
};
