-- compatible
-- Since when rolls are expected to be taken, and on which days teachers were reminded of theirs.

-- One row: the moment of the upgrade, or the first start of a new institute, which adds it.
create table open_rolls_from (
  id boolean primary key default true check (id),
  since timestamptz not null
);
insert into open_rolls_from (since) select now() where exists (select from class_schedule);

-- One row for each day on which reminders were sent: a second run of that day sends none.
create table roll_reminder (
  date date primary key,
  mails integer not null
);

-- A reminder is requested by no user; the previous release lists mails with one only.
-- squawk-ignore ban-drop-not-null
alter table mail alter column requested_by drop not null;
-- It stays here, since no mail server was set.
alter table mail add column in_inbox boolean not null default false;
