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
