-- compatible
-- functions bfcf2d4b462245a1
alter table stored_file add column sized_at timestamptz;
create index stored_file_unsized on stored_file (created_at)
  where sized_at is null and released_at is null and category = 'student-profile';
-- Photos of students are imported as other systems' files are.
alter table import_run drop constraint import_run_kind_check;
-- squawk-ignore constraint-missing-not-valid -- the table has few rows.
alter table import_run add constraint import_run_kind_check
  check (kind in ('oneroster', 'calendar', 'students', 'photos'));
