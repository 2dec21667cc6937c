-- compatible
-- What the institute itself has chosen; a setting without a row has its default, unless the environment fixes it.
create table institute_setting (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null,
  changed_by bigint not null references app_user
);
create index on institute_setting (changed_by);
