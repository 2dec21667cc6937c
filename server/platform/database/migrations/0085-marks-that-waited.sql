-- functions 2dc39f607f10336b
-- A mark that waited for the network is judged under the lock of the mark that is there.

-- When somebody made the same mark again, or changed its details, and who.
alter table attendance add column confirmed_at timestamptz, add column confirmed_by bigint;
alter type stored_mark add attribute confirmed_at timestamptz, add attribute confirmed_by bigint;

-- Files of students are imported as other systems' files are.
alter table import_run drop constraint import_run_kind_check;
-- squawk-ignore constraint-missing-not-valid -- the table has few rows.
alter table import_run add constraint import_run_kind_check check (kind in ('oneroster', 'calendar', 'students'));
