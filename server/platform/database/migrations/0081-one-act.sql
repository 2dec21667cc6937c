-- functions dda5d8ed0a399b90
-- What a transaction does is one session setting, attendance.act. Servers of the former release set others, which the
-- triggers no longer read: what they import could not be undone. They stop before this migration.
select 1;
