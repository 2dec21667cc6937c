-- compatible
-- A class that takes over from another is removed again, and the other one goes on, in one step.
alter table operation add column added_class_id bigint;
comment on column operation.added_class_id is 'The class that this operation added; it is gone once the operation is undone.';
