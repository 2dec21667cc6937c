-- compatible
-- Who was how at a meeting, in one row: reports by student add up thousands of these rows instead of
-- millions of marks. The job that keeps standings keeps it; a mark writes nothing here.
create table meeting_outcome (
  meeting_id bigint primary key references class_meeting (id) on delete cascade,
  -- Minutes of the meeting.
  scheduled integer not null,
  -- One place for each mark that counts, in the same order.
  students bigint[] not null,
  outcomes smallint[] not null,
  attended smallint[] not null,
  constraint meeting_outcome_equally_long check (
    cardinality(outcomes) = cardinality(students) and cardinality(attended) = cardinality(students)
  )
);
comment on column meeting_outcome.outcomes is '0 present, 1 present and late, 2 absent, 3 absent and excused.';
comment on column meeting_outcome.attended is 'Minutes.';

-- All meetings are counted again at once, not only at night: until then their marks are read.
update standing_progress set counted_after = 1 where counted_on is not null and counted_after = 0;
