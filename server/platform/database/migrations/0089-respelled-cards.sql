-- compatible
-- functions 1fe40e7606eeb83e
-- Work that the first start of a version does once: the row is written in the transaction of the work.
create table one_time_work (
  name text primary key,
  done_at timestamptz not null
);

-- What classes were when a mark was made that waited: meeting_as_at.sql.
create index operation_done_at_idx on operation (done_at);
