-- compatible
-- functions 3183b1ecf599bfe8
-- A text that was written before the student was added does not name them. Unknown for students of earlier versions.
alter table student add column created_at timestamptz;
alter table student alter column created_at set default now();

-- Texts that may name an erased student, until somebody who may edit the row has decided. They are found
-- by table and row, without the name.
create table erasure_proposal (
  id bigint generated always as identity primary key,
  student_id bigint not null references student (id),
  table_name text not null,
  row_key text not null,
  column_name text not null,
  spans bigint[] not null,
  text_hmac bytea not null,
  found_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references app_user (id),
  is_redacted boolean,
  unique (student_id, table_name, row_key, column_name)
);
comment on table erasure_proposal is 'Texts that may name an erased student, to be decided by those who may edit the row.';
comment on column erasure_proposal.spans is 'Start and length of each place in the text, in UTF-16 code units.';
comment on column erasure_proposal.text_hmac is 'An HMAC of the text in which the places were found.';
create index on erasure_proposal (decided_by) where decided_by is not null;
create index on erasure_proposal (table_name, row_key) where decided_at is null;
