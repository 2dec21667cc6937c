/** Values of the red list that no other row has. */
export const standing = {
  present: 90_001,
  late: 90_002,
  absent: 90_003,
  excused: 90_004,
  scheduled_minutes: 90_005,
  excused_minutes: 90_006,
  attended_minutes: 90_007,
  unfinished: 90_008,
  unfinished_minutes: 90_009,
  streak: 90_010,
  absent_on: '{2031-01-05}',
  left_meetings: 1,
  left_minutes: 1,
};
export const computed = {
  why: '{recent}',
  rate: '0.90001',
  absent: 90_011,
  decision: 'Decision-Kolibri',
  decided_rate: '0.90002',
  decided_absent: 90_012,
};
export const followUp = {
  begun_rate: '0.90003',
  begun_absent: 90_013,
  closed_rate: '0.90004',
  closed_absent: 90_014,
  outcome: 'not_needed',
  outcome_note: 'Outcome-Kolibri',
};
export const step = {
  kind: 'closed',
  done_on: '2031-02-05',
  note: 'Step-Kolibri',
  outcome: 'withdrew',
};
