-- compatible
-- Whether the previous release works with a migration: an older process reads the mark beside the migration's name.

alter table kysely_migration add column compatible boolean not null default false;
-- The row is inserted by the migrator, in the transaction in which the migration ran and set this.
alter table kysely_migration alter column compatible
  set default coalesce(current_setting('attendance.compatible_migration', true) = 'on', false);
