-- compatible
-- functions 511317647a4f1c5f
-- Absences of classes that ended before messages were switched on are not reported (R-MSG-1).
create table course_messages_on (
  course_id bigint primary key references course (id) on delete cascade,
  since timestamptz not null
);
comment on table course_messages_on is 'When messages were switched on again for a course.';

alter table guardian add column notified_from timestamptz;
comment on column guardian.notified_from is 'When they began to get messages; null: before that was stored.';

-- Two transactions that write one number as a card, a teacher's card or an ID wait for each other (lock_numbers.sql).
create table number_lock (key bigint primary key);
comment on table number_lock is 'Empty: each transaction deletes what it inserts. Hashes of numbers, while they are written.';

alter table payroll_log_history add column device_id bigint;
comment on column payroll_log_history.device_id is 'Where the teacher checked in by card.';
