-- compatible
-- functions dcd774834498be76
-- Imports, bulk edits, archiving, enrolments and transfers are operations, which can be looked at and undone.
create table bulk_operation (
  id bigint generated always as identity primary key,
  kind text not null
    check (kind in ('import', 'upload', 'edit', 'archive', 'restore', 'enrol', 'transfer', 'undo')),
  about text not null check (length(about) <= 200),
  done_by bigint references app_user (id),
  done_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  rights text[] not null,
  counts jsonb not null default '{}',
  undoes bigint references bulk_operation (id) on delete set null
);
comment on column bulk_operation.about is 'What was written, in words without names: students, enrolments …';
comment on column bulk_operation.recorded_at is 'By the clock of the database, as created_at of enrolments.';
comment on column bulk_operation.rights is 'Permissions (Students:edit) without which nobody sees or undoes it.';
comment on column bulk_operation.counts is 'Rows by table: added, changed, removed.';
create index on bulk_operation (done_at, id);
create index on bulk_operation (done_by);
create index on bulk_operation (undoes);

create table bulk_operation_row (
  id bigint generated always as identity unique,
  operation_id bigint not null references bulk_operation (id) on delete cascade,
  table_name text not null,
  row_key text not null,
  before jsonb,
  after jsonb,
  label text,
  student_id bigint,
  undone_by bigint references bulk_operation (id) on delete set null,
  refusal text,
  primary key (operation_id, table_name, row_key)
);
comment on table bulk_operation_row is 'Rows that an operation wrote; deleted after 90 days, which ends its undo.';
comment on column bulk_operation_row.before is 'The row as it was, of a changed one its changed columns; null of an added one.';
comment on column bulk_operation_row.after is 'The same after the operation; null of a removed row.';
comment on column bulk_operation_row.student_id is 'The student whose data the row has; no key, since an undone import removes students.';
comment on column bulk_operation_row.refusal is 'Why the last attempt did not undo the row, or not all of it.';
create index on bulk_operation_row (student_id) where student_id is not null;
create index on bulk_operation_row (undone_by);
