-- compatible
-- functions cae94c8756e0c6a3
-- The group of the class as it was exported; earlier runs have none.
alter table pay_run_line add column group_name text;
-- What taps at devices are judged by, beside what marks are.
create type door_terms as (
  marks mark_terms,
  opens integer,
  opens_by jsonb,
  check_in_before integer,
  unknown_cards integer,
  held_taps integer,
  corrected boolean,
  accepted_by bigint,
  typed boolean
);
