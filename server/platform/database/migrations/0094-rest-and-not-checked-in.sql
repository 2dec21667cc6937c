-- compatible
-- functions c3e02abfb07b6afa
-- Who is absent as one of those without a mark: `rest`, and `closing` when the roll was closed.
alter table attendance
  drop constraint attendance_how_check,
  add constraint attendance_how_check
    check (how in ('card', 'typed', 'manual', 'bulk', 'import', 'rest', 'closing', 'qr', 'door')) not valid;
-- A teacher's card that did not check in: the class was given away in the same moment, or pay is closed.
alter table device_tap
  drop constraint device_tap_outcome_check,
  add constraint device_tap_outcome_check
    check (outcome in ('present', 'late', 'absent', 'already', 'superseded', 'elsewhere', 'nothing_now', 'unknown', 'archived',
      'old_card', 'closed', 'teacher', 'not_checked_in', 'repeat', 'future', 'stale', 'revoked', 'held', 'dismissed')) not valid;
