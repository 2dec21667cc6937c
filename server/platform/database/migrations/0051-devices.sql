-- compatible
-- Readers and tablets that belong to a room (R-DOOR-1).
create table device (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('reader', 'tablet')),
  signs boolean not null default false,
  shows_names boolean not null default false,
  key_hash bytea check (length(key_hash) = 32),
  generation integer not null default 0,
  code_hash bytea check (length(code_hash) = 32),
  code_until timestamptz,
  created_by bigint not null references app_user (id),
  created_at timestamptz not null,
  revoked_at timestamptz,
  seen_at timestamptz,
  version text check (length(version) <= 60),
  battery smallint check (battery between 0 and 100),
  waiting integer check (waiting >= 0),
  paused_until timestamptz,
  check ((code_hash is null) = (code_until is null))
);
comment on column device.key_hash is 'SHA-256 of the key, which is shown once; null until it has one.';
comment on column device.generation is 'Counts the keys: with a new one the sequence of taps begins again.';
comment on column device.signs is 'Its calls are signed with the hash of the key, and the key alone is refused.';
comment on column device.code_hash is 'SHA-256 of the code that a tablet exchanges for its key, once.';
comment on column device.waiting is 'Taps that it has not sent yet, as it says.';
comment on column device.paused_until is 'Until then its answers say nothing about cards: too many were unknown.';
create unique index device_name on device (lower(name)) where revoked_at is null;
create unique index device_key on device (key_hash);
create unique index device_code on device (code_hash);
create index device_created_by on device (created_by);

-- The rooms of a device: a tap counts where it was at that time.
create table device_room (
  device_id bigint not null references device (id) on delete cascade,
  since timestamptz not null,
  classroom_id bigint not null references classroom (id),
  primary key (device_id, since)
);
create index device_room_of_room on device_room (classroom_id);

-- Taps at devices, each once by its number, with what was answered (R-DOOR-4).
create table device_tap (
  device_id bigint not null references device (id) on delete cascade,
  generation integer not null,
  sequence bigint not null check (sequence > 0),
  card text check (length(card) between 1 and 64),
  tapped_at timestamptz not null,
  received_at timestamptz not null,
  outcome text not null check (outcome in ('present', 'late', 'absent', 'already', 'superseded', 'elsewhere', 'nothing_now',
    'unknown', 'archived', 'old_card', 'closed', 'teacher', 'repeat', 'future', 'stale', 'revoked', 'held', 'dismissed')),
  student_id bigint references student (id),
  teacher_id bigint references teacher (id),
  class_schedule_id bigint references class_schedule (id) on delete set null,
  date date,
  facts jsonb,
  primary key (device_id, generation, sequence)
);
comment on column device_tap.card is 'As it was read; null after the erasure of its student.';
comment on column device_tap.facts is 'Facts of the answer: minutes late, the room to go to.';
create index device_tap_in_order on device_tap (device_id, tapped_at desc);
create index device_tap_unknown on device_tap (device_id, received_at) where outcome = 'unknown';
create index device_tap_of_card on device_tap (card);
create index device_tap_of_student on device_tap (student_id, date) where student_id is not null;
create index device_tap_of_teacher on device_tap (teacher_id) where teacher_id is not null;
create index device_tap_of_class on device_tap (class_schedule_id) where class_schedule_id is not null;
create index device_tap_by_time on device_tap using brin (received_at) with (autosummarize = on);
create trigger device_tap_of_erased before insert or update of student_id on device_tap
  for each row when (new.student_id is not null) execute function refuse_row_of_erased();

-- Where a mark was made, and that a student came again another way.
alter table attendance_history
  add column device_id bigint,
  add column again boolean;
comment on column attendance_history.again is 'The mark stood already; the student was seen again another way.';

alter table attendance
  drop constraint attendance_how_check,
  add constraint attendance_how_check
    check (how in ('card', 'typed', 'manual', 'bulk', 'import', 'closing', 'qr', 'door')) not valid;

alter table teacher add column card_number text check (length(card_number) between 1 and 15);
create unique index teacher_card_number on teacher (card_number);

drop trigger mark_is_audited on attendance_history;
create trigger mark_is_audited after insert on attendance_history
  for each row when (new.from_status is not null and new.merged_from is null and new.again is null)
  execute function audit_mark();
