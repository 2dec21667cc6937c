-- compatible
-- Files of other systems, which are checked and then written as one operation.
create table import_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('oneroster', 'calendar')),
  file_name text not null check (length(file_name) <= 200),
  bytes bigint not null default 0,
  sha256 text,
  started_by bigint not null references app_user (id),
  started_at timestamptz not null,
  state text not null default 'receiving'
    check (state in ('receiving', 'waiting', 'checking', 'checked', 'writing', 'written', 'failed')),
  step text not null default 'check' check (step in ('check', 'write')),
  attempt integer not null default 0,
  answers jsonb not null default '{}',
  ordered_by bigint references app_user (id),
  phase text,
  done integer not null default 0,
  total integer,
  error text,
  report jsonb,
  problems jsonb
);
comment on column import_run.state is 'receiving: the file is not complete, and the run in no list.';
comment on column import_run.step is 'What its job does: check, or write.';
comment on column import_run.attempt is 'Of the job: what an earlier one finds is no longer stored.';
comment on column import_run.ordered_by is 'The user who ordered the latest step.';
comment on column import_run.problems is 'All of them; the report has the first.';
create unique index import_run_under_way on import_run (coalesce(ordered_by, started_by))
  where state in ('receiving', 'waiting', 'checking', 'writing');
create index on import_run (started_by);
create index on import_run (ordered_by);
create index on import_run (started_at);

create table import_run_part (
  import_run_id bigint not null references import_run (id) on delete cascade,
  number integer not null,
  content bytea not null,
  primary key (import_run_id, number)
);
comment on table import_run_part is 'The file of an import in parts, which every process can read.';
