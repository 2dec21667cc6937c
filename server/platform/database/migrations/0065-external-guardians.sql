-- compatible
-- functions dd10703dbfbed996
-- What guardians are called in other systems, one row for each student of theirs, and what came from there.
create table external_guardian (
  id bigint generated always as identity primary key,
  source text not null check (length(source) between 1 and 60),
  sourced_id text not null check (length(sourced_id) between 1 and 255),
  student_id bigint not null references student (id),
  guardian_id bigint references guardian (id) on delete set null,
  name_print text check (length(name_print) = 22),
  email_print text check (length(email_print) = 22),
  phone_print text check (length(phone_print) = 22),
  unique (source, sourced_id, student_id)
);
comment on table external_guardian is 'What a guardian of a student is called in another system, so that an import finds them again.';
comment on column external_guardian.guardian_id is 'Null: was deleted here, and is not added again.';
comment on column external_guardian.name_print is 'An HMAC of the name that an import wrote: another one was entered here.';
create index on external_guardian (student_id);
create index on external_guardian (guardian_id) where guardian_id is not null;
