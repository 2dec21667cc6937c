-- compatible
-- Values of classes in the last file of a source: another value since then is somebody else's.
create table import_class (
  import_source_id bigint not null references import_source (id) on delete cascade,
  class_schedule_id bigint not null references class_schedule (id) on delete cascade,
  reported jsonb not null,
  written_at timestamptz not null,
  primary key (import_source_id, class_schedule_id)
);
comment on column import_class.reported is '`{teacher, room, time}` as the file had them: ids, and weekday with times.';
create index on import_class (class_schedule_id);
