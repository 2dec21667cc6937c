-- compatible
-- functions e721c899942a7601
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
comment on column standing_progress.counted_on is 'The day on which all meetings were counted again, and the last one that was; null until all are counted.';
