-- compatible
-- The institute's own text of a kind of template; null after a return to the default. The version goes up with each change.
create table template (
  kind text primary key,
  title text check (length(title) between 1 and 150),
  body text check (length(body) between 1 and 10000),
  version integer not null,
  changed_by bigint not null references app_user (id),
  changed_at timestamptz not null,
  check ((title is null) = (body is null))
);
create index template_changed_by on template (changed_by);

-- A letter or certificate as it was made. The erasure of the student leaves its number and kind.
create table letter (
  id bigint generated always as identity primary key,
  number text not null unique check (number ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  kind text not null,
  student_id bigint not null references student (id),
  subject_id bigint references subject (id),
  semester_id bigint references semester (id),
  title text check (length(title) <= 20000),
  body text check (length(body) <= 60000),
  made_by bigint not null references app_user (id),
  made_at timestamptz not null
);
create index letter_of_student on letter (student_id, made_at desc);
create index letter_of_subject on letter (subject_id);
create index letter_of_semester on letter (semester_id);
create index letter_made_by on letter (made_by);
