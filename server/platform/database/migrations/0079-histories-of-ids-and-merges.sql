-- compatible
-- functions 114645c71986436b
alter table attendance_history add column follows bigint;
comment on column attendance_history.follows is 'The change with the state that this one replaced, where that is not the previous change of the mark: a merge set the other student''s mark aside.';
-- A typed ID that waited for the network is of who had it when it was typed (R-CARD-3).
create table student_id_change (
  id bigint generated always as identity primary key,
  student_id bigint not null references student (id) on delete cascade,
  former_id text not null,
  had_from timestamptz,
  ended_at timestamptz not null
);
comment on table student_id_change is 'IDs that a student no longer has.';
comment on column student_id_change.had_from is 'Unknown for the first ID of students of earlier versions.';
create index student_id_change_of_id on student_id_change (lower(former_id));
create index student_id_change_of_student on student_id_change (student_id, ended_at);
