-- compatible
-- functions 82a8d21125a158b3
-- Parameters and results of the functions that write a mark, one step each.
create type mark_terms as (
  zone text,
  today date,
  edit_days integer,
  late integer,
  late_by jsonb,
  absent_by jsonb,
  mail text,
  made_at timestamptz,
  opens integer,
  opens_by jsonb,
  teacher bigint,
  manages boolean,
  accepted boolean,
  detail jsonb,
  restores boolean,
  excuse_by bigint,
  plain jsonb,
  cards jsonb,
  token bigint,
  device bigint,
  of_record boolean
);
create type new_mark as (
  key text,
  student bigint,
  record bigint,
  of_record boolean,
  schedule bigint,
  date date,
  status text,
  how text,
  made_by bigint,
  author bigint,
  now timestamptz,
  waited boolean,
  made timestamptz,
  made_local timestamp,
  is_claimed boolean,
  is_closed boolean,
  is_of_archived boolean
);
create type roll_student as (
  id bigint,
  uuid uuid,
  student_id text,
  first_name text,
  last_name text,
  rfid_number text,
  profile_image text,
  archived_at timestamptz,
  student_mail text,
  merged_into bigint,
  problem text,
  class_type text,
  starts_at timestamp,
  ends_at timestamp,
  closed_at timestamptz,
  reopened_at timestamptz,
  status_changed_at timestamptz
);
create type stored_mark as (
  id bigint,
  status text,
  how text,
  marked_at timestamptz,
  marked_by bigint
);
create type mark_result as (
  outcome text,
  problem text,
  mark stored_mark,
  detail jsonb
);
