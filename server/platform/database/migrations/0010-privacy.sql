-- A student whose data were erased leaves a row without a person: what is counted stays as it was.

alter table student add column erased_at timestamptz;
alter table student alter column date_of_birth drop not null;
alter table student add constraint student_erased_is_archived check (erased_at is null or archived_at is not null);
alter table student add constraint student_has_a_birthday check (erased_at is not null or date_of_birth is not null);
create index student_photos_to_forget on student (archived_at) where archived_at is not null and profile_image is not null;
create index leave_by_end on leave (leave_to);
