-- Erasure holds in the database itself, and an uploaded file belongs to one row.

-- SQLSTATE AT400 and AT409: a rule of the database whose message is meant for the caller (platform/http/error-handler.ts).

-- Who was erased, without a value of theirs: a restore of an older backup erases them again, an import does not write them back.
create table erasure (
  student_id bigint primary key,
  -- SHA-256 of the uuid that the student had: it proves that a row of a backup is the same student.
  uuid_sha256 bytea not null,
  -- HMAC of the student ID with a secret of this database.
  id_hmac bytea not null,
  erased_at timestamptz not null default now()
);
create index on erasure (id_hmac);

create function refuse_reserved_student_id() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'AT400', column = 'student_id', message = 'must not begin with ~';
end $$;
-- Rows that have such an ID from before this version keep it.
create trigger student_id_is_not_reserved before insert on student for each row
  when (new.student_id like '~%' and new.erased_at is null) execute function refuse_reserved_student_id();
create trigger student_id_stays_unreserved before update of student_id on student for each row
  when (new.student_id like '~%' and new.erased_at is null and new.student_id <> old.student_id) execute function refuse_reserved_student_id();

create function refuse_change_of_erased() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'AT409', message = 'The data of this student were erased; nothing can be changed any more.';
end $$;
create trigger student_stays_erased
  before update of uuid, student_id, first_name, last_name, gender, phone_number, date_of_birth, batch, student_mail, rfid_number,
    profile_image, card_print_status, archived_at, erased_at
  on student for each row when (old.erased_at is not null) execute function refuse_change_of_erased();

create function refuse_row_of_erased() returns trigger language plpgsql as $$
declare
  gone timestamptz;
begin
  -- The lock waits for an erasure that is under way.
  select erased_at into gone from student where id = new.student_id for key share;
  if gone is not null then
    raise exception using errcode = 'AT409', message = 'The data of this student were erased; nothing can be added any more.';
  end if;
  return new;
end $$;
create trigger leave_of_erased before insert or update of student_id, archived_at on leave
  for each row execute function refuse_row_of_erased();
create trigger red_list_of_erased before insert or update of student_id, archived_at on red_list
  for each row execute function refuse_row_of_erased();
create trigger enrolment_of_erased before insert or update of student_id, enrolled_to on enrolment
  for each row execute function refuse_row_of_erased();
create trigger cohort_assignment_of_erased before insert or update of student_id, assigned_to on cohort_assignment
  for each row execute function refuse_row_of_erased();

-- An erasure may replace an address of the erased student in the audit log by 'erased', and nothing else.
create or replace function refuse_change_of_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_be_forgotten(old.at) then
    return old;
  end if;
  -- The answer is filled in once.
  if tg_op = 'UPDATE' and old.status is null and to_jsonb(new) - 'status' = to_jsonb(old) - 'status' then
    return new;
  end if;
  if tg_op = 'UPDATE' and coalesce(current_setting('attendance.erasure', true) = 'on', false)
    and to_jsonb(new) - 'actor' - 'about' = to_jsonb(old) - 'actor' - 'about' and new.about - 'email' = old.about - 'email'
    and new.actor in (old.actor, 'erased') and coalesce(new.about ->> 'email', '') in (coalesce(old.about ->> 'email', ''), 'erased') then
    return new;
  end if;
  raise exception 'the audit log is append-only';
end $$;

-- Counts erasures: what was read for a mail before one is not sent after it.
alter table mail add column erasures integer not null default 0;

-- Every uploaded file, and the one row that it belongs to.
create table stored_file (
  key text primary key,
  -- Says which table the owner is in: student-profile is student.profile_image, leave-application leave.supporting_document.
  category text not null,
  -- Null until a row takes the file up.
  owner_id bigint,
  -- No foreign key: users are never deleted. Null for files from before this version.
  uploaded_by bigint,
  created_at timestamptz not null default now(),
  -- Its row is gone or has taken another: its link is dead, and the file leaves the store.
  released_at timestamptz
);
create index on stored_file (released_at) where released_at is not null;
create index student_by_photo on student (profile_image) where profile_image is not null;
create index leave_by_document on leave (supporting_document) where supporting_document is not null;

-- Addresses that an import brought are no files of this service.
create function own_file() returns trigger language plpgsql as $$
declare
  field text := tg_argv[0];
  before text := case when tg_op <> 'INSERT' then to_jsonb(old) ->> field end;
  after text := case when tg_op <> 'DELETE' then to_jsonb(new) ->> field end;
  other bigint;
begin
  if before is not null then
    -- Two rows may share a file from before this version: it stays while one of them has it.
    execute format('select id from %I where %I = $1 order by id limit 1', tg_table_name, field) into other using before;
    update stored_file set owner_id = coalesce(other, owner_id), released_at = case when other is null then now() end
    where key = before and owner_id = old.id;
  end if;
  if after !~ '^(/|https?:)' then
    update stored_file set owner_id = new.id
    where key = after and category = tg_argv[1] and owner_id is null and released_at is null;
    if not found then
      raise exception using errcode = 'AT400', column = field, message = 'belongs to another record';
    end if;
  end if;
  return null;
end $$;
create trigger student_takes_photo after insert on student for each row when (new.profile_image is not null)
  execute function own_file('profile_image', 'student-profile');
create trigger student_changes_photo after update of profile_image on student for each row
  when (old.profile_image is distinct from new.profile_image) execute function own_file('profile_image', 'student-profile');
create trigger student_gives_photo_up after delete on student for each row when (old.profile_image is not null)
  execute function own_file('profile_image', 'student-profile');
create trigger leave_takes_document after insert on leave for each row when (new.supporting_document is not null)
  execute function own_file('supporting_document', 'leave-application');
create trigger leave_changes_document after update of supporting_document on leave for each row
  when (old.supporting_document is distinct from new.supporting_document) execute function own_file('supporting_document', 'leave-application');
create trigger leave_gives_document_up after delete on leave for each row when (old.supporting_document is not null)
  execute function own_file('supporting_document', 'leave-application');

insert into stored_file (key, category, owner_id)
select profile_image, 'student-profile', min(id) from student where profile_image like 'student-profile/%' group by profile_image
union all
select supporting_document, 'leave-application', min(id) from leave where supporting_document like 'leave-application/%' group by supporting_document;
