-- compatible
-- Rows that an undo leaves only because others stay are summed up where people read (R-UNDO-2).
alter table bulk_operation_row add column follows boolean not null default false;
comment on column bulk_operation_row.follows is
  'The row was refused only because of another one that the same undo refused.';
