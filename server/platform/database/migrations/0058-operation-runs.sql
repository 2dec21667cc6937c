-- compatible
create table operation_run (
  name text primary key check (name in ('backup', 'restore-test')),
  at timestamptz not null
);
comment on table operation_run is 'When operators last made a backup and tried one out, for attendance doctor and the metrics.';
