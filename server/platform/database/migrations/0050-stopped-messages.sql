-- compatible
-- Guardians of an import by command were written by no user; nobody reads who added one.
-- squawk-ignore ban-drop-not-null
alter table guardian alter column created_by drop not null;

-- Recipients to whom no messages go: they stopped them by the link of a message, or staff did for them.
create table message_stop (
  id bigint generated always as identity primary key,
  student_id bigint not null references student (id),
  guardian_id bigint references guardian (id) on delete cascade,
  stopped_by bigint references app_user (id),
  stopped_at timestamptz not null,
  unique nulls not distinct (student_id, guardian_id)
);
comment on column message_stop.guardian_id is 'Null: the student’s own address.';
comment on column message_stop.stopped_by is 'Null: the recipient, by the link.';
create index message_stop_of_guardian on message_stop (guardian_id);
create index message_stop_stopped_by on message_stop (stopped_by);
create trigger message_stop_of_erased before insert on message_stop
  for each row execute function refuse_row_of_erased();
