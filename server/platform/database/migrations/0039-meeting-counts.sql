-- compatible
-- functions 9741c5e692ea20cf
-- What the marks of a meeting add up to. The job that keeps standings keeps it; a mark writes nothing here.
create table meeting_count (
  meeting_id bigint primary key references class_meeting (id) on delete cascade,
  present integer not null,
  late integer not null,
  absent integer not null,
  excused integer not null,
  scheduled_minutes integer not null,
  excused_minutes integer not null,
  attended_minutes integer not null
);

alter table standing_progress
  add column counted_on date,
  add column counted_after bigint not null default 0;
-- The follower writes down what it computes in several steps.
alter table standing_due
  add column is_counted boolean not null default false,
  add column is_mark boolean not null default false;
comment on column standing_due.is_mark is 'Because of a mark: computed before others, so that a mark shows within seconds.';
comment on column standing_due.is_counted is 'The counts of meetings are up to date: only the standing is computed again.';
comment on column standing_progress.counted_on is 'The day on which all meetings were counted again, and the last one that was; null until all are counted.';
