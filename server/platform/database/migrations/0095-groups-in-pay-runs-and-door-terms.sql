-- compatible
-- functions ee574ef8d44104ab
-- The group of the class as it was exported; earlier runs have none.
alter table pay_run_line add column group_name text;
-- The terms by which taps at devices are judged; `marks` are those of their marks.
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
