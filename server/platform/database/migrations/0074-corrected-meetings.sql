-- compatible
-- A later change of teacher or room stands in the history of the roll (R-MEETING-12).
alter table roll_event drop constraint roll_event_kind_check;
alter table roll_event add constraint roll_event_kind_check
  check (kind in ('closed', 'reopened', 'undone', 'covered', 'other_room')) not valid;
