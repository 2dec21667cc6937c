-- compatible
-- A report under a name: the parameters of its address, for its author or for everybody who reads reports.
-- Names are not unique here: the erasure of a student may redact two of them to the same.
create table saved_report (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  address text not null check (length(address) <= 2000),
  is_shared boolean not null default false,
  created_by bigint not null references app_user,
  created_at timestamptz not null
);
create index on saved_report (created_by);
