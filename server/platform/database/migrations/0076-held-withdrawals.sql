-- compatible
-- functions 7c69f5f6f61a3502
alter table held_mark add column from_status text;
comment on column held_mark.from_status is 'The status that a held withdrawal takes back; null for marks.';
alter table held_mark drop constraint held_mark_status_check;
alter table held_mark add constraint held_mark_status_check check (status in ('Present', 'Absent', 'N/A')) not valid;
alter table held_mark validate constraint held_mark_status_check;
alter table held_mark add constraint held_mark_from_status_check
  check ((status = 'N/A') = (from_status is not null)) not valid;
alter table held_mark validate constraint held_mark_from_status_check;
