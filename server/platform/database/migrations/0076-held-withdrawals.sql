-- compatible
-- functions 1fc361a6a9288152
alter table held_mark add column from_status text;
comment on column held_mark.from_status is 'The status that a held withdrawal takes back; null for marks.';
-- The table is small: held marks wait for a decision.
alter table held_mark drop constraint held_mark_status_check;
-- squawk-ignore constraint-missing-not-valid
alter table held_mark add constraint held_mark_status_check check (status in ('Present', 'Absent', 'N/A'));
-- squawk-ignore constraint-missing-not-valid
alter table held_mark add constraint held_mark_from_status_check check ((status = 'N/A') = (from_status is not null));
