-- compatible
-- Files of other systems by where they come from: the UIDs of a calendar are its own.
create table import_source (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('oneroster', 'calendar')),
  name text not null check (length(name) <= 200),
  is_earlier boolean not null default false,
  unique (kind, name)
);
comment on column import_source.is_earlier is 'The calendar of imports before there were sources: its UIDs are stored without one.';
insert into import_source (kind, name, is_earlier)
  select 'calendar', 'earlier imports', true
  where exists (select from class_schedule where ref like 'calendar:%');

create table import_run_change (
  import_run_id bigint not null references import_run (id) on delete cascade,
  number integer not null,
  record text not null,
  outcome text not null check (outcome in ('created', 'updated', 'archived')),
  class_name text not null,
  date date,
  fields jsonb not null,
  primary key (import_run_id, number)
);
comment on table import_run_change is 'Each change that an import makes or would make, in the order in which it is shown.';
comment on column import_run_change.date is 'The date of a class; of a changed class the first one that is so.';
comment on column import_run_change.fields is '`[{field, from, to}]`, as texts.';

create table import_answer (
  import_source_id bigint not null references import_source (id) on delete cascade,
  question text not null check (length(question) <= 300),
  answer text not null check (length(answer) <= 300),
  about text not null default '',
  used_at timestamptz not null,
  used_by bigint references app_user (id),
  primary key (import_source_id, question)
);
comment on table import_answer is 'Answers to the questions of imports, for the next file of the same source.';
comment on column import_answer.about is 'A print of what the question was about: of something else it is open again.';
comment on column import_answer.used_at is 'The latest import that was written with it.';
create index on import_answer (used_by);
