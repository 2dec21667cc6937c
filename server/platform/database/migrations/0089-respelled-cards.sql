-- compatible
-- functions 31ba17a5f5c254bd
-- Work that the first start of a version does once: the row is written in the transaction of the work.
create table one_time_work (
  name text primary key,
  done_at timestamptz not null
);
