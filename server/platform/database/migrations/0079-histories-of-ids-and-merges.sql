-- compatible
-- functions 0a48becbaaa9045c
alter table attendance_history add column follows bigint;
comment on column attendance_history.follows is 'The change with the state that this one replaced, where that is not the previous change of the mark: a merge set the other student''s mark aside.';
