-- compatible
-- Whom the institute may tell of a student's absences besides the student.
create table guardian (
  id bigint generated always as identity primary key,
  student_id bigint not null references student (id),
  name text not null check (length(name) between 1 and 200),
  relation text check (length(relation) <= 100),
  email text check (length(email) <= 200),
  phone text check (length(phone) <= 30),
  gets_messages boolean not null default false,
  consent_at timestamptz,
  consent_by bigint references app_user (id),
  created_by bigint not null references app_user (id),
  created_at timestamptz not null,
  check ((consent_at is null) = (consent_by is null))
);
comment on column guardian.consent_at is 'When the consent of a student of 18 or older was recorded; null without it, and after it was withdrawn.';
create index guardian_of_student on guardian (student_id);
create index guardian_consent_by on guardian (consent_by);
create index guardian_created_by on guardian (created_by);
create trigger guardian_of_erased before insert on guardian
  for each row execute function refuse_row_of_erased();

-- Messages to students about absences of a day (R-MSG-1): held back, queued as a mail, or ended without one.
create table student_message (
  id bigint generated always as identity primary key,
  student_id bigint not null references student (id),
  day date not null,
  kind text not null check (kind in ('absence', 'last', 'correction', 'alert')),
  recipient text not null check (recipient in ('student', 'guardian', 'teacher', 'coordinator')),
  guardian_id bigint references guardian (id) on delete set null,
  address text,
  channel text not null default 'mail' check (channel in ('mail', 'sms')),
  state text not null check (state in ('held', 'queued', 'cancelled', 'stopped', 'dropped', 'unaddressed')),
  reason text check (length(reason) <= 500),
  due_at timestamptz not null,
  created_at timestamptz not null,
  handed_at timestamptz,
  ended_at timestamptz,
  mail_id bigint references mail (id) on delete set null,
  is_resent boolean not null default false,
  entry_id bigint references red_list_computed (id) on delete set null,
  parts text[],
  check (state = 'queued' or mail_id is null)
);
comment on column student_message.due_at is 'When it may be handed over at the earliest.';
comment on column student_message.handed_at is 'When it was handed to the mail server; null again where that refused it.';
comment on column student_message.entry_id is 'The entry of the red list that an alert is about.';
comment on column student_message.parts is 'The parts of its rule that began to hold.';
comment on column student_message.is_resent is 'Somebody sends it again: also after its day.';
-- One of each kind for a student and day; one that was cancelled may be followed by another.
create unique index student_message_once on student_message (student_id, day, kind)
  where state <> 'cancelled' and recipient = 'student' and kind <> 'alert';
create unique index student_message_once_to_guardian on student_message (student_id, day, kind, guardian_id)
  where state <> 'cancelled' and guardian_id is not null;
create index student_message_of_entry on student_message (entry_id);
create index student_message_of_guardian on student_message (guardian_id);
create index student_message_of_day on student_message (day, student_id);
create index student_message_of_student on student_message (student_id, due_at desc);
create index student_message_by_due on student_message (due_at desc, id desc);
create index student_message_waiting on student_message (due_at) where state = 'held';
create unique index student_message_of_mail on student_message (mail_id);
create trigger student_message_of_erased before insert on student_message
  for each row execute function refuse_row_of_erased();

-- The classes that a message names; while it is held, those that it would name.
create table student_message_class (
  message_id bigint not null references student_message (id) on delete cascade,
  class_schedule_id bigint not null references class_schedule (id) on delete cascade,
  primary key (message_id, class_schedule_id)
);
create index student_message_class_of_class on student_message_class (class_schedule_id);

-- Since when alerts are sent; entries from before bring none.
create table alert_state (
  is_single boolean primary key default true check (is_single),
  since timestamptz not null
);

-- Parts of rules that were alerted about, until the entry is cleared.
create table student_alert (
  entry_id bigint not null references red_list_computed (id) on delete cascade,
  part text not null,
  primary key (entry_id, part)
);

-- Who answers for a course, and is alerted.
alter table course add column coordinator_email text;

-- Courses whose absences are not notified.
create table course_without_messages (
  course_id bigint primary key references course (id) on delete cascade
);
