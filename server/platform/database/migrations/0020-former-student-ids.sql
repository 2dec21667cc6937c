-- IDs that a student had before: once the student was erased, a file with such an ID brings nobody back.

create table former_student_id (
  student_id bigint not null references student on delete cascade,
  -- HMAC as in erasure: it recognises the ID, and does not tell it.
  id_hmac bytea not null,
  primary key (student_id, id_hmac)
);
create index on former_student_id (id_hmac);
