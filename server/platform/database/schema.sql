-- The schema after all migrations, written by `npm run tables`. For reading: databases are made by the migrations.

create extension pg_trgm;

create collation natural_order (provider = icu, locale = 'und-u-kn-true');

create type mark_terms as (
  zone text,
  today date,
  edit_days integer,
  late integer,
  late_by jsonb,
  absent_by jsonb,
  mail text,
  made_at timestamp with time zone,
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
  of_record boolean,
  takes_back text,
  seen text,
  mark_how text
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
  now timestamp with time zone,
  waited boolean,
  made timestamp with time zone,
  made_local timestamp without time zone,
  is_claimed boolean,
  is_closed boolean,
  took_place boolean,
  starts_at timestamp without time zone,
  ends_at timestamp without time zone,
  is_of_gone boolean
);

create type roll_student as (
  id bigint,
  uuid uuid,
  student_id text,
  first_name text,
  last_name text,
  rfid_number text,
  profile_image text,
  archived_at timestamp with time zone,
  student_mail text,
  merged_into bigint,
  problem text,
  class_type text,
  starts_at timestamp without time zone,
  ends_at timestamp without time zone,
  closed_at timestamp with time zone,
  reopened_at timestamp with time zone,
  status_changed_at timestamp with time zone
);

create type stored_mark as (
  id bigint,
  status text,
  how text,
  marked_at timestamp with time zone,
  marked_by bigint,
  confirmed_at timestamp with time zone,
  confirmed_by bigint
);

create type door_terms as (
  marks mark_terms,
  opens integer,
  opens_by jsonb,
  check_in_before integer,
  unknown_cards integer,
  held_taps integer,
  corrected boolean,
  accepted_by bigint,
  typed boolean
);

create type mark_result as (
  outcome text,
  problem text,
  mark stored_mark,
  detail jsonb
);

create table access_token (
  id bigint not null generated always as identity,
  name text not null,
  hash bytea not null,
  scopes text[] not null,
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by bigint
);
alter table access_token add constraint access_token_pkey PRIMARY KEY (id);
alter table access_token add constraint access_token_hash_key UNIQUE (hash);
alter table access_token add constraint access_token_name_check CHECK (length(name) >= 1 AND length(name) <= 60);
alter table access_token add constraint access_token_scopes_check CHECK (cardinality(scopes) > 0);
alter table access_token add constraint access_token_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES app_user(id);
alter table access_token add constraint access_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id);
CREATE INDEX access_token_of_user ON public.access_token USING btree (user_id, created_at DESC);

create table alert_state (
  is_single boolean not null default true,
  since timestamp with time zone not null
);
alter table alert_state add constraint alert_state_pkey PRIMARY KEY (is_single);
alter table alert_state add constraint alert_state_is_single_check CHECK (is_single);

create table app_user (
  id bigint not null generated always as identity,
  email text not null,
  name text not null,
  roles text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  own_student_id bigint,
  claimed_roles text[]
);
alter table app_user add constraint app_user_pkey PRIMARY KEY (id);
alter table app_user add constraint app_user_email_key UNIQUE (email);
alter table app_user add constraint app_user_email_check CHECK (email = lower(email));
alter table app_user add constraint app_user_own_student_id_fkey FOREIGN KEY (own_student_id) REFERENCES student(id);
CREATE INDEX app_user_of_student ON public.app_user USING btree (own_student_id) WHERE (own_student_id IS NOT NULL);

create table attendance (
  id bigint not null generated always as identity,
  student_id bigint not null,
  class_schedule_id bigint not null,
  date date not null,
  status text not null,
  how text not null,
  marked_by bigint,
  marked_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  confirmed_by bigint
);
alter table attendance set (autovacuum_vacuum_insert_threshold=2000, autovacuum_vacuum_insert_scale_factor=0.01);
alter table attendance add constraint attendance_pkey PRIMARY KEY (id);
alter table attendance add constraint attendance_student_id_date_class_schedule_id_key UNIQUE (student_id, date, class_schedule_id);
alter table attendance add constraint attendance_how_check CHECK (how = ANY (ARRAY['card'::text, 'typed'::text, 'manual'::text, 'bulk'::text, 'import'::text, 'rest'::text, 'closing'::text, 'qr'::text, 'door'::text])) NOT VALID;
alter table attendance add constraint attendance_status_check CHECK (status = ANY (ARRAY['Present'::text, 'Absent'::text]));
alter table attendance add constraint attendance_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id);
alter table attendance add constraint attendance_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE INDEX attendance_of_class ON public.attendance USING btree (class_schedule_id, date) INCLUDE (status);

create table attendance_history (
  id bigint not null generated always as identity,
  student_id bigint not null,
  class_schedule_id bigint not null,
  date date not null,
  from_status text,
  to_status text,
  how text not null,
  changed_by bigint,
  changed_at timestamp with time zone not null,
  made_at timestamp with time zone,
  late_minutes smallint,
  left_early_minutes smallint,
  excuse text,
  merged_from bigint,
  device_id bigint,
  again boolean,
  token_id bigint,
  follows bigint,
  mark_how text
);
CREATE INDEX attendance_history_in_order ON public.attendance_history USING brin (id) WITH (autosummarize='on');
CREATE INDEX attendance_history_of_mark ON public.attendance_history USING btree (student_id, date, class_schedule_id);
CREATE TRIGGER attendance_history_is_append_only BEFORE DELETE OR UPDATE ON attendance_history FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER attendance_history_is_kept BEFORE TRUNCATE ON attendance_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_emptying();
CREATE TRIGGER mark_is_audited AFTER INSERT ON attendance_history FOR EACH ROW WHEN (new.from_status IS NOT NULL AND new.merged_from IS NULL AND new.again IS NULL) EXECUTE FUNCTION audit_mark();

create table attendance_note (
  id bigint not null generated always as identity,
  teacher_id bigint,
  class_schedule_id bigint not null,
  date date not null,
  note text not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  student_id bigint
);
alter table attendance_note add constraint attendance_note_pkey PRIMARY KEY (id);
alter table attendance_note add constraint attendance_note_note_check CHECK (length(note) <= 4000);
alter table attendance_note add constraint attendance_note_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id);
alter table attendance_note add constraint attendance_note_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id);
alter table attendance_note add constraint attendance_note_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
alter table attendance_note add constraint attendance_note_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id);
CREATE INDEX attendance_note_class_schedule_id_date_idx ON public.attendance_note USING btree (class_schedule_id, date);
CREATE INDEX attendance_note_date_id_idx ON public.attendance_note USING btree (date, id) WHERE (archived_at IS NULL);
CREATE INDEX attendance_note_of_student ON public.attendance_note USING btree (student_id) WHERE (student_id IS NOT NULL);
CREATE INDEX attendance_note_teacher_id_date_idx ON public.attendance_note USING btree (teacher_id, date);
CREATE TRIGGER attendance_note_is_recorded_added AFTER INSERT ON attendance_note REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER attendance_note_is_recorded_changed AFTER UPDATE ON attendance_note REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER attendance_note_is_recorded_removed AFTER DELETE ON attendance_note REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER note_of_erased BEFORE INSERT OR UPDATE OF student_id, note, archived_at ON attendance_note FOR EACH ROW WHEN (new.student_id IS NOT NULL) EXECUTE FUNCTION refuse_row_of_erased();

create table attendance_request (
  user_id bigint not null,
  key text not null,
  answer jsonb not null,
  created_at timestamp with time zone not null default now(),
  fingerprint text
);
alter table attendance_request add constraint attendance_request_pkey PRIMARY KEY (user_id, key);
CREATE INDEX attendance_request_created_at_idx ON public.attendance_request USING btree (created_at);
CREATE TRIGGER answer_of_erased BEFORE INSERT ON attendance_request FOR EACH ROW EXECUTE FUNCTION refuse_answer_of_erased();

create table audit (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  user_id bigint,
  actor text not null,
  role text,
  kind text not null,
  what text not null,
  about jsonb not null default '{}'::jsonb,
  status smallint,
  request_id text,
  session text
);
alter table audit add constraint audit_pkey PRIMARY KEY (id);
alter table audit add constraint audit_kind_check CHECK (kind = ANY (ARRAY['sign_in'::text, 'refusal'::text, 'export'::text, 'delete'::text, 'archive'::text, 'import'::text, 'change'::text, 'mark'::text, 'pay'::text, 'privacy'::text]));
alter table audit add constraint audit_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id);
CREATE INDEX audit_in_order ON public.audit USING btree (at, id);
CREATE INDEX audit_of_kind ON public.audit USING btree (kind, at, id);
CREATE INDEX audit_of_student ON public.audit USING gin (((about -> 'student'::text)));
CREATE INDEX audit_of_user ON public.audit USING btree (user_id, at, id);
CREATE INDEX audit_refused ON public.audit USING btree (at, id) WHERE (status = 403);
CREATE UNIQUE INDEX audit_sign_in ON public.audit USING btree (actor, session) WHERE (kind = 'sign_in'::text);
CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_is_kept BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_emptying();

create table blocked_sign_in (
  id bigint not null generated always as identity,
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  name text not null,
  role text not null,
  attempts integer not null default 1,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null
);
alter table blocked_sign_in add constraint blocked_sign_in_pkey PRIMARY KEY (id);
alter table blocked_sign_in add constraint blocked_sign_in_user_id_issuer_subject_key UNIQUE (user_id, issuer, subject);
alter table blocked_sign_in add constraint blocked_sign_in_attempts_check CHECK (attempts > 0);
alter table blocked_sign_in add constraint blocked_sign_in_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id);

create table building_roll_call (
  id bigint not null generated always as identity,
  kind text not null,
  note text,
  started_at timestamp with time zone not null,
  started_by bigint not null,
  ended_at timestamp with time zone,
  ended_by bigint,
  version bigint not null default 1,
  listed integer not null,
  expected integer,
  accounted integer,
  forgotten_at timestamp with time zone
);
alter table building_roll_call add constraint building_roll_call_pkey PRIMARY KEY (id);
alter table building_roll_call add constraint building_roll_call_check CHECK (ended_at >= started_at);
alter table building_roll_call add constraint building_roll_call_check1 CHECK ((ended_at IS NULL) = (ended_by IS NULL));
alter table building_roll_call add constraint building_roll_call_check2 CHECK ((ended_at IS NULL) = (expected IS NULL));
alter table building_roll_call add constraint building_roll_call_check3 CHECK ((expected IS NULL) = (accounted IS NULL));
alter table building_roll_call add constraint building_roll_call_kind_check CHECK (kind = ANY (ARRAY['drill'::text, 'emergency'::text]));
alter table building_roll_call add constraint building_roll_call_note_check CHECK (length(note) <= 500);
alter table building_roll_call add constraint building_roll_call_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES app_user(id);
alter table building_roll_call add constraint building_roll_call_started_by_fkey FOREIGN KEY (started_by) REFERENCES app_user(id);
CREATE UNIQUE INDEX building_roll_call_running ON public.building_roll_call USING btree ((true)) WHERE (ended_at IS NULL);
CREATE INDEX building_roll_call_started_at_id_idx ON public.building_roll_call USING btree (started_at DESC, id DESC);

create table building_roll_call_person (
  building_roll_call_id bigint not null,
  number integer not null,
  student_id bigint,
  teacher_id bigint,
  place text not null,
  class_schedule_id bigint,
  classroom_id bigint,
  start_time time without time zone,
  end_time time without time zone,
  state text not null,
  since timestamp with time zone,
  expected boolean not null,
  accounted boolean not null default false,
  ticked_at timestamp with time zone,
  ticked_by bigint,
  ticked_device uuid,
  ticked_number integer,
  version bigint not null
);
alter table building_roll_call_person add constraint building_roll_call_person_pkey PRIMARY KEY (building_roll_call_id, number);
alter table building_roll_call_person add constraint building_roll_call_person_check CHECK (num_nonnulls(student_id, teacher_id) = 1);
alter table building_roll_call_person add constraint building_roll_call_person_number_check CHECK (number > 0);
alter table building_roll_call_person add constraint building_roll_call_person_place_check CHECK (place = ANY (ARRAY['class'::text, 'may_have_left'::text, 'no_class'::text]));
alter table building_roll_call_person add constraint building_roll_call_person_state_check CHECK (state = ANY (ARRAY['present'::text, 'arrived'::text, 'not_seen'::text, 'absent'::text, 'excused'::text, 'left_early'::text]));
alter table building_roll_call_person add constraint building_roll_call_person_building_roll_call_id_fkey FOREIGN KEY (building_roll_call_id) REFERENCES building_roll_call(id) ON DELETE CASCADE;
alter table building_roll_call_person add constraint building_roll_call_person_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id) ON DELETE SET NULL;
alter table building_roll_call_person add constraint building_roll_call_person_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id) ON DELETE SET NULL;
alter table building_roll_call_person add constraint building_roll_call_person_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
alter table building_roll_call_person add constraint building_roll_call_person_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id);
alter table building_roll_call_person add constraint building_roll_call_person_ticked_by_fkey FOREIGN KEY (ticked_by) REFERENCES app_user(id);
CREATE INDEX building_roll_call_person_building_roll_call_id_version_idx ON public.building_roll_call_person USING btree (building_roll_call_id, version);
CREATE INDEX building_roll_call_person_class_schedule_id_idx ON public.building_roll_call_person USING btree (class_schedule_id) WHERE (class_schedule_id IS NOT NULL);
CREATE INDEX building_roll_call_person_classroom_id_idx ON public.building_roll_call_person USING btree (classroom_id) WHERE (classroom_id IS NOT NULL);
CREATE UNIQUE INDEX building_roll_call_student ON public.building_roll_call_person USING btree (student_id, building_roll_call_id) WHERE (student_id IS NOT NULL);
CREATE UNIQUE INDEX building_roll_call_teacher ON public.building_roll_call_person USING btree (teacher_id, building_roll_call_id) WHERE (teacher_id IS NOT NULL);

create table building_roll_call_tick (
  building_roll_call_id bigint not null,
  device uuid not null,
  number integer not null,
  person integer not null,
  accounted boolean not null,
  made_at timestamp with time zone not null,
  made_by bigint not null,
  received_at timestamp with time zone not null,
  late boolean not null,
  takes_back integer
);
alter table building_roll_call_tick add constraint building_roll_call_tick_pkey PRIMARY KEY (building_roll_call_id, device, number);
alter table building_roll_call_tick add constraint building_roll_call_tick_check CHECK (takes_back < number);
alter table building_roll_call_tick add constraint building_roll_call_tick_number_check CHECK (number > 0);
alter table building_roll_call_tick add constraint building_roll_call_tick_building_roll_call_id_person_fkey FOREIGN KEY (building_roll_call_id, person) REFERENCES building_roll_call_person(building_roll_call_id, number) ON DELETE CASCADE;
alter table building_roll_call_tick add constraint building_roll_call_tick_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id);
CREATE INDEX building_roll_call_tick_building_roll_call_id_person_idx ON public.building_roll_call_tick USING btree (building_roll_call_id, person);

create table bulk_operation (
  id bigint not null generated always as identity,
  kind text not null,
  about text not null,
  done_by bigint,
  done_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null default now(),
  rights text[] not null,
  counts jsonb not null default '{}'::jsonb,
  undoes bigint
);
alter table bulk_operation add constraint bulk_operation_pkey PRIMARY KEY (id);
alter table bulk_operation add constraint bulk_operation_about_check CHECK (length(about) <= 200);
alter table bulk_operation add constraint bulk_operation_kind_check CHECK (kind = ANY (ARRAY['import'::text, 'upload'::text, 'edit'::text, 'archive'::text, 'restore'::text, 'enrol'::text, 'transfer'::text, 'copy'::text, 'undo'::text])) NOT VALID;
alter table bulk_operation add constraint bulk_operation_done_by_fkey FOREIGN KEY (done_by) REFERENCES app_user(id);
alter table bulk_operation add constraint bulk_operation_undoes_fkey FOREIGN KEY (undoes) REFERENCES bulk_operation(id) ON DELETE SET NULL;
CREATE INDEX bulk_operation_done_at_id_idx ON public.bulk_operation USING btree (done_at, id);
CREATE INDEX bulk_operation_done_by_idx ON public.bulk_operation USING btree (done_by);
CREATE INDEX bulk_operation_undoes_idx ON public.bulk_operation USING btree (undoes);

create table bulk_operation_row (
  id bigint not null generated always as identity,
  operation_id bigint not null,
  table_name text not null,
  row_key text not null,
  before jsonb,
  after jsonb,
  label text,
  student_id bigint,
  undone_by bigint,
  refusal text,
  follows boolean not null default false
);
alter table bulk_operation_row add constraint bulk_operation_row_pkey PRIMARY KEY (operation_id, table_name, row_key);
alter table bulk_operation_row add constraint bulk_operation_row_id_key UNIQUE (id);
alter table bulk_operation_row add constraint bulk_operation_row_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES bulk_operation(id) ON DELETE CASCADE;
alter table bulk_operation_row add constraint bulk_operation_row_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES bulk_operation(id) ON DELETE SET NULL;
CREATE INDEX bulk_operation_row_student_id_idx ON public.bulk_operation_row USING btree (student_id) WHERE (student_id IS NOT NULL);
CREATE INDEX bulk_operation_row_undone_by_idx ON public.bulk_operation_row USING btree (undone_by);

create table calendar_link (
  teacher_id bigint not null,
  secret_hash bytea not null,
  created_at timestamp with time zone not null
);
alter table calendar_link add constraint calendar_link_pkey PRIMARY KEY (teacher_id);
alter table calendar_link add constraint calendar_link_secret_hash_key UNIQUE (secret_hash);
alter table calendar_link add constraint calendar_link_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id);

create table check_count (
  day date not null,
  kind text not null,
  count integer not null,
  counted_at timestamp with time zone not null
);
alter table check_count add constraint check_count_pkey PRIMARY KEY (day, kind);
alter table check_count add constraint check_count_count_check CHECK (count >= 0);

create table check_in_request (
  id bigint not null generated always as identity,
  class_schedule_id bigint not null,
  date date not null,
  message text not null,
  requested_by bigint not null,
  requested_at timestamp with time zone not null,
  teacher_id bigint not null
);
alter table check_in_request add constraint check_in_request_pkey PRIMARY KEY (id);
alter table check_in_request add constraint check_in_request_place_key UNIQUE (class_schedule_id, date, teacher_id);
alter table check_in_request add constraint check_in_request_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id) ON DELETE CASCADE;
alter table check_in_request add constraint check_in_request_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES app_user(id);
alter table check_in_request add constraint check_in_request_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id) ON DELETE CASCADE;
CREATE INDEX check_in_request_teacher_id_idx ON public.check_in_request USING btree (teacher_id);

create table class_meeting (
  id bigint not null generated always as identity,
  class_schedule_id bigint not null,
  date date not null,
  start_time time without time zone not null,
  end_time time without time zone not null,
  classroom_id bigint not null,
  teacher_id bigint not null,
  covering_teacher_id bigint,
  status text not null default 'scheduled'::text,
  reason text,
  origin text not null default 'weekly'::text,
  moved_from date,
  moved_to date,
  own_time boolean not null default false,
  own_room boolean not null default false,
  held_on_holiday boolean not null default false,
  extra_uid uuid,
  sequence integer not null generated by default as identity,
  closed_at timestamp with time zone,
  reopened_at timestamp with time zone,
  status_changed_at timestamp with time zone,
  cover_payroll_id bigint,
  status_before_archive text,
  co_teacher_ids bigint[],
  changed_places jsonb,
  more_classroom_ids bigint[]
);
alter table class_meeting add constraint class_meeting_pkey PRIMARY KEY (id);
alter table class_meeting add constraint class_meeting_class_schedule_id_date_key UNIQUE (class_schedule_id, date);
alter table class_meeting add constraint class_meeting_check CHECK (start_time < end_time);
alter table class_meeting add constraint class_meeting_check1 CHECK ((status = 'moved'::text) = (moved_to IS NOT NULL));
alter table class_meeting add constraint class_meeting_check2 CHECK ((origin = 'moved'::text) = (moved_from IS NOT NULL));
alter table class_meeting add constraint class_meeting_check3 CHECK (covering_teacher_id IS DISTINCT FROM teacher_id);
alter table class_meeting add constraint class_meeting_co_teacher_ids_check CHECK (cardinality(co_teacher_ids) > 0 AND (teacher_id <> ALL (co_teacher_ids)) AND COALESCE(covering_teacher_id <> ALL (co_teacher_ids), true)) NOT VALID;
alter table class_meeting add constraint class_meeting_more_classroom_ids_check CHECK (cardinality(more_classroom_ids) > 0 AND (classroom_id <> ALL (more_classroom_ids))) NOT VALID;
alter table class_meeting add constraint class_meeting_origin_check CHECK (origin = ANY (ARRAY['weekly'::text, 'moved'::text, 'extra'::text, 'migrated'::text]));
alter table class_meeting add constraint class_meeting_reason_check CHECK (length(reason) <= 500);
alter table class_meeting add constraint class_meeting_status_before_archive_check CHECK (status_before_archive = ANY (ARRAY['scheduled'::text, 'holiday'::text])) NOT VALID;
alter table class_meeting add constraint class_meeting_status_check CHECK (status = ANY (ARRAY['scheduled'::text, 'holiday'::text, 'cancelled'::text, 'moved'::text]));
alter table class_meeting add constraint class_meeting_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id) ON DELETE CASCADE;
alter table class_meeting add constraint class_meeting_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id);
alter table class_meeting add constraint class_meeting_cover_payroll_id_fkey FOREIGN KEY (cover_payroll_id) REFERENCES pay_code(id) ON DELETE SET NULL;
alter table class_meeting add constraint class_meeting_covering_teacher_id_fkey FOREIGN KEY (covering_teacher_id) REFERENCES teacher(id);
alter table class_meeting add constraint class_meeting_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id);
CREATE INDEX class_meeting_classroom_id_date_idx ON public.class_meeting USING btree (classroom_id, date);
CREATE INDEX class_meeting_cover_payroll_id_idx ON public.class_meeting USING btree (cover_payroll_id) WHERE (cover_payroll_id IS NOT NULL);
CREATE INDEX class_meeting_covering_teacher_id_date_idx ON public.class_meeting USING btree (covering_teacher_id, date);
CREATE INDEX class_meeting_date_start_time_idx ON public.class_meeting USING btree (date, start_time);
CREATE INDEX class_meeting_teacher_id_date_idx ON public.class_meeting USING btree (teacher_id, date);
CREATE TRIGGER class_meeting_adds_former AFTER INSERT ON class_meeting REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION store_former_meetings();
CREATE TRIGGER class_meeting_adds_further AFTER INSERT ON class_meeting FOR EACH ROW WHEN (new.co_teacher_ids IS NOT NULL OR new.more_classroom_ids IS NOT NULL) EXECUTE FUNCTION store_further_of_meeting();
CREATE TRIGGER class_meeting_adds_to_standing AFTER INSERT ON class_meeting REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION standing_of_classes();
CREATE TRIGGER class_meeting_adds_to_webhooks AFTER INSERT ON class_meeting REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION webhook_of_meetings();
CREATE TRIGGER class_meeting_changes_former AFTER UPDATE ON class_meeting REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION store_former_meetings();
CREATE TRIGGER class_meeting_changes_further AFTER UPDATE ON class_meeting FOR EACH ROW WHEN (old.co_teacher_ids IS DISTINCT FROM new.co_teacher_ids OR old.changed_places IS DISTINCT FROM new.changed_places OR old.more_classroom_ids IS DISTINCT FROM new.more_classroom_ids) EXECUTE FUNCTION store_further_of_meeting();
CREATE TRIGGER class_meeting_changes_in_webhooks AFTER UPDATE ON class_meeting REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION webhook_of_meetings();
CREATE TRIGGER class_meeting_changes_standing AFTER UPDATE ON class_meeting REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION standing_of_classes();
CREATE TRIGGER class_meeting_has_one_first BEFORE INSERT OR UPDATE ON class_meeting FOR EACH ROW WHEN (new.co_teacher_ids IS NOT NULL OR new.more_classroom_ids IS NOT NULL) EXECUTE FUNCTION further_without_first();
CREATE TRIGGER class_meeting_leaves_former AFTER DELETE ON class_meeting REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION store_former_meetings();
CREATE TRIGGER class_meeting_leaves_standing AFTER DELETE ON class_meeting REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION standing_of_classes();
CREATE TRIGGER class_meeting_leaves_webhooks AFTER DELETE ON class_meeting REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION webhook_of_meetings();

create table class_schedule (
  id bigint not null generated always as identity,
  ref text,
  class_type text not null,
  day_of_week smallint not null,
  start_time time without time zone not null,
  end_time time without time zone not null,
  subject_id bigint not null,
  semester_id bigint not null,
  teacher_id bigint not null,
  classroom_id bigint not null,
  color_coding text not null default '#e59623'::text,
  payroll_id bigint,
  sort_order integer not null default 0,
  archived_at timestamp with time zone,
  weeks smallint[],
  group_name text,
  co_teacher_ids bigint[],
  co_payrolls jsonb,
  more_classroom_ids bigint[]
);
alter table class_schedule add constraint class_schedule_pkey PRIMARY KEY (id);
alter table class_schedule add constraint class_schedule_ref_key UNIQUE (ref);
alter table class_schedule add constraint class_schedule_check CHECK (start_time < end_time);
alter table class_schedule add constraint class_schedule_class_type_check CHECK (class_type = ANY (ARRAY['Lecture'::text, 'Tutorial'::text, 'Lecture + Tutorial'::text]));
alter table class_schedule add constraint class_schedule_co_teacher_ids_check CHECK (cardinality(co_teacher_ids) > 0 AND (teacher_id <> ALL (co_teacher_ids))) NOT VALID;
alter table class_schedule add constraint class_schedule_color_coding_check CHECK (color_coding ~ '^#[0-9a-f]{6}$'::text);
alter table class_schedule add constraint class_schedule_day_of_week_check CHECK (day_of_week >= 1 AND day_of_week <= 7);
alter table class_schedule add constraint class_schedule_group_name_check CHECK (char_length(group_name) >= 1 AND char_length(group_name) <= 30) NOT VALID;
alter table class_schedule add constraint class_schedule_more_classroom_ids_check CHECK (cardinality(more_classroom_ids) > 0 AND (classroom_id <> ALL (more_classroom_ids))) NOT VALID;
alter table class_schedule add constraint class_schedule_weeks_check CHECK (cardinality(weeks) > 0) NOT VALID;
alter table class_schedule add constraint class_schedule_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id);
alter table class_schedule add constraint class_schedule_payroll_id_fkey FOREIGN KEY (payroll_id) REFERENCES pay_code(id);
alter table class_schedule add constraint class_schedule_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id);
alter table class_schedule add constraint class_schedule_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id);
alter table class_schedule add constraint class_schedule_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id);
CREATE INDEX class_schedule_classroom_id_idx ON public.class_schedule USING btree (classroom_id);
CREATE INDEX class_schedule_co_teacher_ids_idx ON public.class_schedule USING gin (co_teacher_ids) WHERE (co_teacher_ids IS NOT NULL);
CREATE INDEX class_schedule_day_of_week_start_time_idx ON public.class_schedule USING btree (day_of_week, start_time);
CREATE INDEX class_schedule_more_classroom_ids_idx ON public.class_schedule USING gin (more_classroom_ids) WHERE (more_classroom_ids IS NOT NULL);
CREATE INDEX class_schedule_payroll_id_idx ON public.class_schedule USING btree (payroll_id);
CREATE INDEX class_schedule_semester_id_idx ON public.class_schedule USING btree (semester_id);
CREATE INDEX class_schedule_subject_id_idx ON public.class_schedule USING btree (subject_id);
CREATE INDEX class_schedule_teacher_id_day_of_week_idx ON public.class_schedule USING btree (teacher_id, day_of_week);
CREATE TRIGGER class_schedule_changes_standing AFTER UPDATE ON class_schedule REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION standing_of_subjects();
CREATE TRIGGER class_schedule_first_keeps_code BEFORE UPDATE ON class_schedule FOR EACH ROW WHEN (new.teacher_id <> old.teacher_id AND (new.teacher_id = ANY (old.co_teacher_ids)) AND old.co_payrolls IS NOT NULL) EXECUTE FUNCTION first_keeps_own_code();
CREATE TRIGGER class_schedule_has_one_first BEFORE INSERT OR UPDATE ON class_schedule FOR EACH ROW WHEN (new.co_teacher_ids IS NOT NULL OR new.more_classroom_ids IS NOT NULL OR new.co_payrolls IS NOT NULL) EXECUTE FUNCTION further_without_first();
CREATE TRIGGER class_schedule_is_planned AFTER INSERT ON class_schedule REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION plan_new_classes();
CREATE TRIGGER class_schedule_is_planned_again AFTER UPDATE ON class_schedule REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION plan_changed_classes();
CREATE TRIGGER class_schedule_is_recorded_added AFTER INSERT ON class_schedule REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER class_schedule_is_recorded_changed AFTER UPDATE ON class_schedule REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER class_schedule_is_recorded_removed AFTER DELETE ON class_schedule REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();

create table class_schedule_pattern (
  class_schedule_id bigint not null,
  valid_from date not null,
  day_of_week smallint,
  start_time time without time zone not null,
  end_time time without time zone not null,
  classroom_id bigint not null,
  teacher_id bigint not null,
  payroll_id bigint,
  paused_day_of_week smallint,
  weeks smallint[],
  co_teacher_ids bigint[],
  co_payrolls jsonb,
  more_classroom_ids bigint[]
);
alter table class_schedule_pattern add constraint class_schedule_pattern_pkey PRIMARY KEY (class_schedule_id, valid_from);
alter table class_schedule_pattern add constraint class_schedule_pattern_check CHECK (start_time < end_time);
alter table class_schedule_pattern add constraint class_schedule_pattern_co_teacher_ids_check CHECK (cardinality(co_teacher_ids) > 0 AND (teacher_id <> ALL (co_teacher_ids))) NOT VALID;
alter table class_schedule_pattern add constraint class_schedule_pattern_day_of_week_check CHECK (day_of_week >= 1 AND day_of_week <= 7);
alter table class_schedule_pattern add constraint class_schedule_pattern_more_classroom_ids_check CHECK (cardinality(more_classroom_ids) > 0 AND (classroom_id <> ALL (more_classroom_ids))) NOT VALID;
alter table class_schedule_pattern add constraint class_schedule_pattern_paused_day_of_week_check CHECK (paused_day_of_week IS NULL OR paused_day_of_week >= 1 AND paused_day_of_week <= 7 AND day_of_week IS NULL) NOT VALID;
alter table class_schedule_pattern add constraint class_schedule_pattern_weeks_check CHECK (cardinality(weeks) > 0) NOT VALID;
alter table class_schedule_pattern add constraint class_schedule_pattern_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id) ON DELETE CASCADE;
alter table class_schedule_pattern add constraint class_schedule_pattern_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id);
alter table class_schedule_pattern add constraint class_schedule_pattern_payroll_id_fkey FOREIGN KEY (payroll_id) REFERENCES pay_code(id) ON DELETE SET NULL;
alter table class_schedule_pattern add constraint class_schedule_pattern_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id);
CREATE INDEX class_schedule_pattern_classroom_id_idx ON public.class_schedule_pattern USING btree (classroom_id);
CREATE INDEX class_schedule_pattern_payroll_id_idx ON public.class_schedule_pattern USING btree (payroll_id);
CREATE INDEX class_schedule_pattern_teacher_id_idx ON public.class_schedule_pattern USING btree (teacher_id);
CREATE TRIGGER class_schedule_pattern_first_keeps_code BEFORE UPDATE ON class_schedule_pattern FOR EACH ROW WHEN (new.teacher_id <> old.teacher_id AND (new.teacher_id = ANY (old.co_teacher_ids)) AND old.co_payrolls IS NOT NULL) EXECUTE FUNCTION first_keeps_own_code();
CREATE TRIGGER class_schedule_pattern_has_one_first BEFORE INSERT OR UPDATE ON class_schedule_pattern FOR EACH ROW WHEN (new.co_teacher_ids IS NOT NULL OR new.more_classroom_ids IS NOT NULL OR new.co_payrolls IS NOT NULL) EXECUTE FUNCTION further_without_first();
CREATE TRIGGER pattern_adds_further AFTER INSERT ON class_schedule_pattern FOR EACH ROW WHEN (new.co_teacher_ids IS NOT NULL OR new.more_classroom_ids IS NOT NULL) EXECUTE FUNCTION store_further_of_pattern();
CREATE TRIGGER pattern_changes_further AFTER UPDATE ON class_schedule_pattern FOR EACH ROW WHEN (old.co_teacher_ids IS DISTINCT FROM new.co_teacher_ids OR old.co_payrolls IS DISTINCT FROM new.co_payrolls OR old.more_classroom_ids IS DISTINCT FROM new.more_classroom_ids) EXECUTE FUNCTION store_further_of_pattern();

create table classroom (
  id bigint not null generated always as identity,
  room_number text not null,
  capacity integer not null,
  archived_at timestamp with time zone,
  features text[] not null default '{}'::text[],
  key_form text
);
alter table classroom add constraint classroom_pkey PRIMARY KEY (id);
alter table classroom add constraint classroom_room_number_key UNIQUE (room_number);
alter table classroom add constraint classroom_capacity_check CHECK (capacity >= 0);
CREATE UNIQUE INDEX classroom_key_form ON public.classroom USING btree (key_form);
CREATE TRIGGER classroom_frees_key_form AFTER DELETE OR UPDATE ON classroom FOR EACH ROW WHEN (old.key_form IS NOT NULL) EXECUTE FUNCTION free_key_form('room_number');
CREATE TRIGGER classroom_is_recorded_added AFTER INSERT ON classroom REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER classroom_is_recorded_changed AFTER UPDATE ON classroom REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER classroom_is_recorded_removed AFTER DELETE ON classroom REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER classroom_keeps_key_form BEFORE INSERT OR UPDATE ON classroom FOR EACH ROW EXECUTE FUNCTION keep_key_form('room_number');

create table cohort (
  id bigint not null generated always as identity,
  name text not null,
  year integer not null,
  archived_at timestamp with time zone,
  key_form text
);
alter table cohort add constraint cohort_pkey PRIMARY KEY (id);
alter table cohort add constraint cohort_name_year_key UNIQUE (name, year);
CREATE UNIQUE INDEX cohort_key_form ON public.cohort USING btree (key_form, year);
CREATE TRIGGER cohort_frees_key_form AFTER DELETE OR UPDATE ON cohort FOR EACH ROW WHEN (old.key_form IS NOT NULL) EXECUTE FUNCTION free_key_form('name', 'year');
CREATE TRIGGER cohort_is_recorded_added AFTER INSERT ON cohort REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER cohort_is_recorded_changed AFTER UPDATE ON cohort REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER cohort_is_recorded_removed AFTER DELETE ON cohort REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER cohort_keeps_key_form BEFORE INSERT OR UPDATE ON cohort FOR EACH ROW EXECUTE FUNCTION keep_key_form('name', 'year');

create table cohort_assignment (
  id bigint not null generated always as identity,
  student_id bigint not null,
  cohort_id bigint not null,
  assigned_from date not null,
  assigned_to date,
  created_at timestamp with time zone not null default now()
);
alter table cohort_assignment add constraint cohort_assignment_pkey PRIMARY KEY (id);
alter table cohort_assignment add constraint cohort_assignment_period CHECK (assigned_to IS NULL OR assigned_to >= (assigned_from - 1));
alter table cohort_assignment add constraint cohort_assignment_cohort_id_fkey FOREIGN KEY (cohort_id) REFERENCES cohort(id);
alter table cohort_assignment add constraint cohort_assignment_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE INDEX cohort_assignment_of_cohort ON public.cohort_assignment USING btree (cohort_id, assigned_to);
CREATE INDEX cohort_assignment_of_student ON public.cohort_assignment USING btree (student_id, assigned_from);
CREATE UNIQUE INDEX cohort_assignment_open ON public.cohort_assignment USING btree (student_id, cohort_id) WHERE (assigned_to IS NULL);
CREATE TRIGGER cohort_assignment_is_recorded_added AFTER INSERT ON cohort_assignment REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER cohort_assignment_is_recorded_changed AFTER UPDATE ON cohort_assignment REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER cohort_assignment_is_recorded_removed AFTER DELETE ON cohort_assignment REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER cohort_assignment_of_erased BEFORE INSERT OR UPDATE OF student_id, assigned_to ON cohort_assignment FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();

create table cohort_schedule (
  cohort_id bigint not null,
  class_schedule_id bigint not null,
  place integer not null
);
alter table cohort_schedule add constraint cohort_schedule_pkey PRIMARY KEY (cohort_id, class_schedule_id);
alter table cohort_schedule add constraint cohort_schedule_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id);
alter table cohort_schedule add constraint cohort_schedule_cohort_id_fkey FOREIGN KEY (cohort_id) REFERENCES cohort(id) ON DELETE CASCADE;
CREATE INDEX cohort_schedule_class_schedule_id_idx ON public.cohort_schedule USING btree (class_schedule_id);
CREATE TRIGGER cohort_schedule_is_recorded_added AFTER INSERT ON cohort_schedule REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change('cohort_id', 'class_schedule_id');
CREATE TRIGGER cohort_schedule_is_recorded_changed AFTER UPDATE ON cohort_schedule REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change('cohort_id', 'class_schedule_id');
CREATE TRIGGER cohort_schedule_is_recorded_removed AFTER DELETE ON cohort_schedule REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change('cohort_id', 'class_schedule_id');

create table cohort_transfer (
  id bigint not null generated always as identity,
  student_id bigint not null,
  from_assignment_id bigint not null,
  to_assignment_id bigint not null,
  transfer_date date not null,
  closed jsonb not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  joined boolean not null default true,
  opened bigint[],
  kept bigint[]
);
alter table cohort_transfer add constraint cohort_transfer_pkey PRIMARY KEY (id);
alter table cohort_transfer add constraint cohort_transfer_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id);
alter table cohort_transfer add constraint cohort_transfer_from_assignment_id_fkey FOREIGN KEY (from_assignment_id) REFERENCES cohort_assignment(id);
alter table cohort_transfer add constraint cohort_transfer_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
alter table cohort_transfer add constraint cohort_transfer_to_assignment_id_fkey FOREIGN KEY (to_assignment_id) REFERENCES cohort_assignment(id);
CREATE INDEX cohort_transfer_student_id_idx ON public.cohort_transfer USING btree (student_id);
CREATE TRIGGER cohort_transfer_is_recorded_added AFTER INSERT ON cohort_transfer REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER cohort_transfer_is_recorded_changed AFTER UPDATE ON cohort_transfer REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER cohort_transfer_is_recorded_removed AFTER DELETE ON cohort_transfer REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();

create table confirmed_clash (
  class_schedule_id bigint not null,
  other_class_schedule_id bigint not null,
  kind text not null,
  semester_id bigint not null,
  other_semester_id bigint not null,
  day_of_week smallint not null,
  start_time time without time zone not null,
  end_time time without time zone not null,
  other_start_time time without time zone not null,
  other_end_time time without time zone not null,
  confirmed_by bigint,
  confirmed_at timestamp with time zone not null,
  weeks smallint[]
);
alter table confirmed_clash add constraint confirmed_clash_pkey PRIMARY KEY (class_schedule_id, other_class_schedule_id, kind);
alter table confirmed_clash add constraint confirmed_clash_check CHECK (class_schedule_id < other_class_schedule_id);
alter table confirmed_clash add constraint confirmed_clash_day_of_week_check CHECK (day_of_week >= 1 AND day_of_week <= 7);
alter table confirmed_clash add constraint confirmed_clash_kind_check CHECK (kind = ANY (ARRAY['teacher'::text, 'classroom'::text, 'students'::text]));
alter table confirmed_clash add constraint confirmed_clash_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id) ON DELETE CASCADE;
alter table confirmed_clash add constraint confirmed_clash_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES app_user(id);
alter table confirmed_clash add constraint confirmed_clash_other_class_schedule_id_fkey FOREIGN KEY (other_class_schedule_id) REFERENCES class_schedule(id) ON DELETE CASCADE;
alter table confirmed_clash add constraint confirmed_clash_other_semester_id_fkey FOREIGN KEY (other_semester_id) REFERENCES semester(id) ON DELETE CASCADE;
alter table confirmed_clash add constraint confirmed_clash_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id) ON DELETE CASCADE;
CREATE INDEX confirmed_clash_confirmed_by_idx ON public.confirmed_clash USING btree (confirmed_by);
CREATE INDEX confirmed_clash_other_class_schedule_id_idx ON public.confirmed_clash USING btree (other_class_schedule_id);
CREATE INDEX confirmed_clash_other_semester_id_idx ON public.confirmed_clash USING btree (other_semester_id);
CREATE INDEX confirmed_clash_semester_id_idx ON public.confirmed_clash USING btree (semester_id);

create table contact_hours (
  student_id bigint not null,
  semester_id bigint not null,
  scheduled_minutes integer not null,
  attended_minutes integer not null,
  excused_minutes integer not null,
  left_minutes integer not null
);
alter table contact_hours add constraint contact_hours_pkey PRIMARY KEY (student_id, semester_id);
alter table contact_hours add constraint contact_hours_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id);
alter table contact_hours add constraint contact_hours_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE INDEX contact_hours_of_semester ON public.contact_hours USING btree (semester_id);

create table course (
  id bigint not null generated always as identity,
  name text not null,
  archived_at timestamp with time zone,
  coordinator_email text,
  key_form text
);
alter table course add constraint course_pkey PRIMARY KEY (id);
alter table course add constraint course_name_key UNIQUE (name);
CREATE UNIQUE INDEX course_key_form ON public.course USING btree (key_form);
CREATE TRIGGER course_frees_key_form AFTER DELETE OR UPDATE ON course FOR EACH ROW WHEN (old.key_form IS NOT NULL) EXECUTE FUNCTION free_key_form('name');
CREATE TRIGGER course_is_recorded_added AFTER INSERT ON course REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER course_is_recorded_changed AFTER UPDATE ON course REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER course_is_recorded_removed AFTER DELETE ON course REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER course_keeps_key_form BEFORE INSERT OR UPDATE ON course FOR EACH ROW EXECUTE FUNCTION keep_key_form('name');

create table course_messages_on (
  course_id bigint not null,
  since timestamp with time zone not null
);
alter table course_messages_on add constraint course_messages_on_pkey PRIMARY KEY (course_id);
alter table course_messages_on add constraint course_messages_on_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE;

create table course_without_messages (
  course_id bigint not null
);
alter table course_without_messages add constraint course_without_messages_pkey PRIMARY KEY (course_id);
alter table course_without_messages add constraint course_without_messages_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE;

create table device (
  id bigint not null generated always as identity,
  name text not null,
  kind text not null,
  signs boolean not null default false,
  shows_names boolean not null default false,
  key_hash bytea,
  generation integer not null default 0,
  code_hash bytea,
  code_until timestamp with time zone,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  seen_at timestamp with time zone,
  version text,
  battery smallint,
  waiting integer,
  paused_until timestamp with time zone
);
alter table device add constraint device_pkey PRIMARY KEY (id);
alter table device add constraint device_battery_check CHECK (battery >= 0 AND battery <= 100);
alter table device add constraint device_check CHECK ((code_hash IS NULL) = (code_until IS NULL));
alter table device add constraint device_code_hash_check CHECK (length(code_hash) = 32);
alter table device add constraint device_key_hash_check CHECK (length(key_hash) = 32);
alter table device add constraint device_kind_check CHECK (kind = ANY (ARRAY['reader'::text, 'tablet'::text]));
alter table device add constraint device_name_check CHECK (length(name) >= 1 AND length(name) <= 60);
alter table device add constraint device_version_check CHECK (length(version) <= 60);
alter table device add constraint device_waiting_check CHECK (waiting >= 0);
alter table device add constraint device_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id);
CREATE UNIQUE INDEX device_code ON public.device USING btree (code_hash);
CREATE INDEX device_created_by ON public.device USING btree (created_by);
CREATE UNIQUE INDEX device_key ON public.device USING btree (key_hash);
CREATE UNIQUE INDEX device_name ON public.device USING btree (lower(name)) WHERE (revoked_at IS NULL);

create table device_room (
  device_id bigint not null,
  since timestamp with time zone not null,
  classroom_id bigint not null
);
alter table device_room add constraint device_room_pkey PRIMARY KEY (device_id, since);
alter table device_room add constraint device_room_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id);
alter table device_room add constraint device_room_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(id) ON DELETE CASCADE;
CREATE INDEX device_room_of_room ON public.device_room USING btree (classroom_id);

create table device_tap (
  device_id bigint not null,
  generation integer not null,
  sequence bigint not null,
  card text,
  tapped_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  outcome text not null,
  student_id bigint,
  teacher_id bigint,
  class_schedule_id bigint,
  date date,
  facts jsonb,
  typed boolean,
  silent boolean
);
alter table device_tap add constraint device_tap_pkey PRIMARY KEY (device_id, generation, sequence);
alter table device_tap add constraint device_tap_card_check CHECK (length(card) >= 1 AND length(card) <= 64);
alter table device_tap add constraint device_tap_outcome_check CHECK (outcome = ANY (ARRAY['present'::text, 'late'::text, 'absent'::text, 'already'::text, 'superseded'::text, 'elsewhere'::text, 'nothing_now'::text, 'unknown'::text, 'archived'::text, 'old_card'::text, 'closed'::text, 'teacher'::text, 'not_checked_in'::text, 'repeat'::text, 'future'::text, 'stale'::text, 'revoked'::text, 'held'::text, 'dismissed'::text])) NOT VALID;
alter table device_tap add constraint device_tap_sequence_check CHECK (sequence > 0);
alter table device_tap add constraint device_tap_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id) ON DELETE SET NULL;
alter table device_tap add constraint device_tap_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(id) ON DELETE CASCADE;
alter table device_tap add constraint device_tap_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
alter table device_tap add constraint device_tap_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id);
CREATE INDEX device_tap_by_time ON public.device_tap USING brin (received_at) WITH (autosummarize='on');
CREATE INDEX device_tap_in_order ON public.device_tap USING btree (device_id, tapped_at DESC);
CREATE INDEX device_tap_of_card ON public.device_tap USING btree (card);
CREATE INDEX device_tap_of_class ON public.device_tap USING btree (class_schedule_id) WHERE (class_schedule_id IS NOT NULL);
CREATE INDEX device_tap_of_student ON public.device_tap USING btree (student_id, date) WHERE (student_id IS NOT NULL);
CREATE INDEX device_tap_of_teacher ON public.device_tap USING btree (teacher_id) WHERE (teacher_id IS NOT NULL);
CREATE INDEX device_tap_unknown ON public.device_tap USING btree (device_id, received_at) WHERE (outcome = 'unknown'::text);
CREATE TRIGGER device_tap_of_erased BEFORE INSERT OR UPDATE OF student_id ON device_tap FOR EACH ROW WHEN (new.student_id IS NOT NULL) EXECUTE FUNCTION refuse_row_of_erased();

create table enrolment (
  id bigint not null generated always as identity,
  student_id bigint not null,
  class_schedule_id bigint not null,
  enrolled_from date not null,
  enrolled_to date,
  created_at timestamp with time zone not null default now(),
  cohort_assignment_id bigint
);
alter table enrolment add constraint enrolment_pkey PRIMARY KEY (id);
alter table enrolment add constraint enrolment_check CHECK (enrolled_to IS NULL OR enrolled_from <= enrolled_to);
alter table enrolment add constraint enrolment_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id);
alter table enrolment add constraint enrolment_cohort_assignment_id_fkey FOREIGN KEY (cohort_assignment_id) REFERENCES cohort_assignment(id);
alter table enrolment add constraint enrolment_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE INDEX enrolment_of_assignment ON public.enrolment USING btree (cohort_assignment_id) WHERE (cohort_assignment_id IS NOT NULL);
CREATE INDEX enrolment_of_class ON public.enrolment USING btree (class_schedule_id, enrolled_from, enrolled_to) INCLUDE (student_id);
CREATE INDEX enrolment_of_student ON public.enrolment USING btree (student_id, class_schedule_id, enrolled_from, enrolled_to);
CREATE UNIQUE INDEX enrolment_open ON public.enrolment USING btree (student_id, class_schedule_id) WHERE (enrolled_to IS NULL);
CREATE TRIGGER enrolment_adds_to_standing AFTER INSERT ON enrolment REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION standing_of_enrolments();
CREATE TRIGGER enrolment_adds_to_webhooks AFTER INSERT ON enrolment REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION webhook_of_enrolments();
CREATE TRIGGER enrolment_changes_in_webhooks AFTER UPDATE ON enrolment REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION webhook_of_enrolments();
CREATE TRIGGER enrolment_changes_standing AFTER UPDATE ON enrolment REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION standing_of_enrolments();
CREATE TRIGGER enrolment_is_recorded_added AFTER INSERT ON enrolment REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_added_enrolments();
CREATE TRIGGER enrolment_is_recorded_changed AFTER UPDATE ON enrolment REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER enrolment_is_recorded_removed AFTER DELETE ON enrolment REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER enrolment_leaves_standing AFTER DELETE ON enrolment REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION standing_of_enrolments();
CREATE TRIGGER enrolment_leaves_webhooks AFTER DELETE ON enrolment REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION webhook_of_enrolments();
CREATE TRIGGER enrolment_of_erased BEFORE INSERT OR UPDATE OF student_id, enrolled_to ON enrolment FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();

create table erasure (
  student_id bigint not null,
  uuid_sha256 bytea not null,
  id_hmac bytea not null,
  erased_at timestamp with time zone not null default now()
);
alter table erasure add constraint erasure_pkey PRIMARY KEY (student_id);
CREATE INDEX erasure_id_hmac_idx ON public.erasure USING btree (id_hmac);

create table erasure_proposal (
  id bigint not null generated always as identity,
  student_id bigint not null,
  table_name text not null,
  row_key text not null,
  column_name text not null,
  spans bigint[] not null,
  text_hmac bytea not null,
  found_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by bigint,
  is_redacted boolean
);
alter table erasure_proposal add constraint erasure_proposal_pkey PRIMARY KEY (id);
alter table erasure_proposal add constraint erasure_proposal_student_id_table_name_row_key_column_name_key UNIQUE (student_id, table_name, row_key, column_name);
alter table erasure_proposal add constraint erasure_proposal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id);
alter table erasure_proposal add constraint erasure_proposal_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE INDEX erasure_proposal_decided_by_idx ON public.erasure_proposal USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX erasure_proposal_table_name_row_key_idx ON public.erasure_proposal USING btree (table_name, row_key) WHERE (decided_at IS NULL);

create table external_guardian (
  id bigint not null generated always as identity,
  source text not null,
  sourced_id text not null,
  student_id bigint not null,
  guardian_id bigint,
  name_print text,
  email_print text,
  phone_print text
);
alter table external_guardian add constraint external_guardian_pkey PRIMARY KEY (id);
alter table external_guardian add constraint external_guardian_source_sourced_id_student_id_key UNIQUE (source, sourced_id, student_id);
alter table external_guardian add constraint external_guardian_email_print_check CHECK (length(email_print) = 22);
alter table external_guardian add constraint external_guardian_name_print_check CHECK (length(name_print) = 22);
alter table external_guardian add constraint external_guardian_phone_print_check CHECK (length(phone_print) = 22);
alter table external_guardian add constraint external_guardian_source_check CHECK (length(source) >= 1 AND length(source) <= 60);
alter table external_guardian add constraint external_guardian_sourced_id_check CHECK (length(sourced_id) >= 1 AND length(sourced_id) <= 255);
alter table external_guardian add constraint external_guardian_guardian_id_fkey FOREIGN KEY (guardian_id) REFERENCES guardian(id) ON DELETE SET NULL;
alter table external_guardian add constraint external_guardian_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE INDEX external_guardian_guardian_id_idx ON public.external_guardian USING btree (guardian_id) WHERE (guardian_id IS NOT NULL);
CREATE INDEX external_guardian_student_id_idx ON public.external_guardian USING btree (student_id);
CREATE TRIGGER external_guardian_is_recorded_added AFTER INSERT ON external_guardian REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER external_guardian_is_recorded_changed AFTER UPDATE ON external_guardian REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER external_guardian_is_recorded_removed AFTER DELETE ON external_guardian REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();

create table external_id (
  id bigint not null generated always as identity,
  source text not null,
  kind text not null,
  sourced_id text not null,
  student_id bigint,
  teacher_id bigint,
  semester_id bigint,
  subject_id bigint,
  waiting_class_id bigint,
  class_schedule_id bigint,
  reported jsonb
);
alter table external_id add constraint external_id_pkey PRIMARY KEY (id);
alter table external_id add constraint external_id_source_kind_sourced_id_key UNIQUE (source, kind, sourced_id);
alter table external_id add constraint external_id_check CHECK (
CASE kind
    WHEN 'org'::text THEN num_nonnulls(student_id, teacher_id, semester_id, subject_id, waiting_class_id, class_schedule_id) = 0
    WHEN 'class-time'::text THEN num_nonnulls(waiting_class_id, class_schedule_id) = 2
    ELSE num_nonnulls(student_id, teacher_id, semester_id, subject_id, waiting_class_id, class_schedule_id) = 1
END);
alter table external_id add constraint external_id_check1 CHECK (
CASE kind
    WHEN 'student'::text THEN student_id IS NOT NULL
    WHEN 'teacher'::text THEN teacher_id IS NOT NULL
    WHEN 'semester'::text THEN semester_id IS NOT NULL
    WHEN 'subject'::text THEN subject_id IS NOT NULL
    WHEN 'class'::text THEN waiting_class_id IS NOT NULL
    ELSE true
END);
alter table external_id add constraint external_id_kind_check CHECK (kind = ANY (ARRAY['org'::text, 'student'::text, 'teacher'::text, 'semester'::text, 'subject'::text, 'class'::text, 'class-time'::text]));
alter table external_id add constraint external_id_source_check CHECK (length(source) >= 1 AND length(source) <= 60);
alter table external_id add constraint external_id_sourced_id_check CHECK (length(sourced_id) >= 1 AND length(sourced_id) <= 255);
alter table external_id add constraint external_id_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id) ON DELETE CASCADE;
alter table external_id add constraint external_id_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id) ON DELETE CASCADE;
alter table external_id add constraint external_id_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id) ON DELETE CASCADE;
alter table external_id add constraint external_id_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table external_id add constraint external_id_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id) ON DELETE CASCADE;
alter table external_id add constraint external_id_waiting_class_id_fkey FOREIGN KEY (waiting_class_id) REFERENCES waiting_class(id) ON DELETE CASCADE;
CREATE INDEX external_id_class_schedule_id_idx ON public.external_id USING btree (class_schedule_id) WHERE (class_schedule_id IS NOT NULL);
CREATE INDEX external_id_semester_id_idx ON public.external_id USING btree (semester_id) WHERE (semester_id IS NOT NULL);
CREATE INDEX external_id_student_id_idx ON public.external_id USING btree (student_id) WHERE (student_id IS NOT NULL);
CREATE INDEX external_id_subject_id_idx ON public.external_id USING btree (subject_id) WHERE (subject_id IS NOT NULL);
CREATE INDEX external_id_teacher_id_idx ON public.external_id USING btree (teacher_id) WHERE (teacher_id IS NOT NULL);
CREATE INDEX external_id_waiting_class_id_idx ON public.external_id USING btree (waiting_class_id) WHERE (waiting_class_id IS NOT NULL);
CREATE TRIGGER external_id_is_recorded_added AFTER INSERT ON external_id REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER external_id_is_recorded_changed AFTER UPDATE ON external_id REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER external_id_is_recorded_removed AFTER DELETE ON external_id REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();

create table follow_up (
  id bigint not null generated always as identity,
  student_id bigint not null,
  semester_id bigint not null,
  subject_id bigint,
  owner_id bigint not null,
  due_on date not null,
  begun_by bigint not null,
  begun_at timestamp with time zone not null,
  begun_rate numeric,
  begun_absent integer,
  closed_by bigint,
  closed_at timestamp with time zone,
  closed_rate numeric,
  closed_absent integer,
  outcome text,
  outcome_note text,
  changed_by bigint not null,
  changed_at timestamp with time zone not null,
  version integer not null default 1
);
alter table follow_up add constraint follow_up_pkey PRIMARY KEY (id);
alter table follow_up add constraint follow_up_check CHECK (num_nonnulls(closed_by, closed_at, outcome) = ANY (ARRAY[0, 3]));
alter table follow_up add constraint follow_up_outcome_check CHECK (outcome = ANY (ARRAY['helped'::text, 'not_helped'::text, 'withdrew'::text, 'not_needed'::text]));
alter table follow_up add constraint follow_up_outcome_note_check CHECK (length(outcome_note) <= 1000);
alter table follow_up add constraint follow_up_begun_by_fkey FOREIGN KEY (begun_by) REFERENCES app_user(id);
alter table follow_up add constraint follow_up_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES app_user(id);
alter table follow_up add constraint follow_up_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES app_user(id);
alter table follow_up add constraint follow_up_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id);
alter table follow_up add constraint follow_up_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id);
alter table follow_up add constraint follow_up_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
alter table follow_up add constraint follow_up_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id);
CREATE INDEX follow_up_begun_by ON public.follow_up USING btree (begun_by);
CREATE INDEX follow_up_by_due ON public.follow_up USING btree (due_on) WHERE (closed_at IS NULL);
CREATE INDEX follow_up_changed_by ON public.follow_up USING btree (changed_by);
CREATE INDEX follow_up_closed_by ON public.follow_up USING btree (closed_by);
CREATE INDEX follow_up_of_owner ON public.follow_up USING btree (owner_id, due_on);
CREATE INDEX follow_up_of_semester ON public.follow_up USING btree (semester_id);
CREATE INDEX follow_up_of_student ON public.follow_up USING btree (student_id);
CREATE INDEX follow_up_of_subject ON public.follow_up USING btree (subject_id);
CREATE UNIQUE INDEX follow_up_open ON public.follow_up USING btree (student_id, semester_id, subject_id) NULLS NOT DISTINCT WHERE (closed_at IS NULL);
CREATE TRIGGER follow_up_of_erased BEFORE INSERT ON follow_up FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();

create table follow_up_step (
  id bigint not null generated always as identity,
  follow_up_id bigint not null,
  kind text not null,
  done_on date not null,
  note text,
  outcome text,
  written_by bigint not null,
  written_at timestamp with time zone not null,
  corrected_at timestamp with time zone,
  removed_at timestamp with time zone,
  version integer not null default 1
);
alter table follow_up_step add constraint follow_up_step_pkey PRIMARY KEY (id);
alter table follow_up_step add constraint follow_up_step_check CHECK ((kind = 'closed'::text) = (outcome IS NOT NULL));
alter table follow_up_step add constraint follow_up_step_check1 CHECK (removed_at IS NULL OR note IS NULL);
alter table follow_up_step add constraint follow_up_step_kind_check CHECK (kind = ANY (ARRAY['spoke'::text, 'wrote'::text, 'meeting'::text, 'letter'::text, 'other'::text, 'closed'::text]));
alter table follow_up_step add constraint follow_up_step_note_check CHECK (length(note) <= 1000);
alter table follow_up_step add constraint follow_up_step_outcome_check CHECK (outcome = ANY (ARRAY['helped'::text, 'not_helped'::text, 'withdrew'::text, 'not_needed'::text]));
alter table follow_up_step add constraint follow_up_step_follow_up_id_fkey FOREIGN KEY (follow_up_id) REFERENCES follow_up(id) ON DELETE CASCADE;
alter table follow_up_step add constraint follow_up_step_written_by_fkey FOREIGN KEY (written_by) REFERENCES app_user(id);
CREATE INDEX follow_up_step_by ON public.follow_up_step USING btree (written_by);
CREATE INDEX follow_up_step_of ON public.follow_up_step USING btree (follow_up_id, done_on, id);

create table former_meeting (
  date date not null,
  class_schedule_id bigint not null,
  transaction bigint not null,
  number bigint not null generated always as identity,
  changed_at timestamp with time zone not null,
  start_time time without time zone,
  end_time time without time zone,
  classroom_id bigint,
  teacher_id bigint,
  covering_teacher_id bigint,
  status text,
  co_teacher_ids bigint[],
  changed_places jsonb,
  more_classroom_ids bigint[]
);
alter table former_meeting add constraint former_meeting_pkey PRIMARY KEY (date, class_schedule_id, transaction);

create table former_student_id (
  student_id bigint not null,
  id_hmac bytea not null
);
alter table former_student_id add constraint former_student_id_pkey PRIMARY KEY (student_id, id_hmac);
alter table former_student_id add constraint former_student_id_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id) ON DELETE CASCADE;
CREATE INDEX former_student_id_id_hmac_idx ON public.former_student_id USING btree (id_hmac);

create table guardian (
  id bigint not null generated always as identity,
  student_id bigint not null,
  name text not null,
  relation text,
  email text,
  phone text,
  gets_messages boolean not null default false,
  consent_at timestamp with time zone,
  consent_by bigint,
  created_by bigint,
  created_at timestamp with time zone not null,
  notified_from timestamp with time zone
);
alter table guardian add constraint guardian_pkey PRIMARY KEY (id);
alter table guardian add constraint guardian_check CHECK ((consent_at IS NULL) = (consent_by IS NULL));
alter table guardian add constraint guardian_email_check CHECK (length(email) <= 200);
alter table guardian add constraint guardian_name_check CHECK (length(name) >= 1 AND length(name) <= 200);
alter table guardian add constraint guardian_phone_check CHECK (length(phone) <= 30);
alter table guardian add constraint guardian_relation_check CHECK (length(relation) <= 100);
alter table guardian add constraint guardian_consent_by_fkey FOREIGN KEY (consent_by) REFERENCES app_user(id);
alter table guardian add constraint guardian_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id);
alter table guardian add constraint guardian_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE INDEX guardian_consent_by ON public.guardian USING btree (consent_by);
CREATE INDEX guardian_created_by ON public.guardian USING btree (created_by);
CREATE INDEX guardian_of_student ON public.guardian USING btree (student_id);
CREATE TRIGGER guardian_is_recorded_added AFTER INSERT ON guardian REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER guardian_is_recorded_changed AFTER UPDATE ON guardian REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER guardian_is_recorded_removed AFTER DELETE ON guardian REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER guardian_of_erased BEFORE INSERT ON guardian FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();

create table held_mark (
  id bigint not null generated always as identity,
  student_id bigint not null,
  class_schedule_id bigint not null,
  date date not null,
  status text not null,
  how text not null,
  detail jsonb,
  made_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  made_by bigint,
  token_id bigint,
  decision text,
  decided_by bigint,
  decided_at timestamp with time zone,
  from_status text
);
alter table held_mark add constraint held_mark_pkey PRIMARY KEY (id);
alter table held_mark add constraint held_mark_decided_check CHECK ((decision IS NULL) = (decided_at IS NULL));
alter table held_mark add constraint held_mark_decision_check CHECK (decision = ANY (ARRAY['accepted'::text, 'dismissed'::text]));
alter table held_mark add constraint held_mark_from_status_check CHECK ((status = 'N/A'::text) = (from_status IS NOT NULL));
alter table held_mark add constraint held_mark_how_check CHECK (how = ANY (ARRAY['card'::text, 'typed'::text, 'manual'::text, 'bulk'::text, 'rest'::text, 'qr'::text]));
alter table held_mark add constraint held_mark_status_check CHECK (status = ANY (ARRAY['Present'::text, 'Absent'::text, 'N/A'::text]));
alter table held_mark add constraint held_mark_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id);
alter table held_mark add constraint held_mark_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id);
alter table held_mark add constraint held_mark_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id);
alter table held_mark add constraint held_mark_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
alter table held_mark add constraint held_mark_token_id_fkey FOREIGN KEY (token_id) REFERENCES access_token(id) ON DELETE SET NULL;
CREATE INDEX held_mark_class_schedule_id_date_idx ON public.held_mark USING btree (class_schedule_id, date);
CREATE INDEX held_mark_decided_by_idx ON public.held_mark USING btree (decided_by);
CREATE INDEX held_mark_made_by_idx ON public.held_mark USING btree (made_by);
CREATE INDEX held_mark_student_id_idx ON public.held_mark USING btree (student_id);
CREATE INDEX held_mark_token_id_idx ON public.held_mark USING btree (token_id);
CREATE INDEX held_mark_undecided_idx ON public.held_mark USING btree (received_at) WHERE (decision IS NULL);
CREATE TRIGGER held_mark_of_erased BEFORE INSERT OR UPDATE OF student_id ON held_mark FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();

create table holiday (
  id bigint not null generated always as identity,
  name text not null,
  date_from date not null,
  date_to date not null,
  archived_at timestamp with time zone,
  key_form text
);
alter table holiday add constraint holiday_pkey PRIMARY KEY (id);
alter table holiday add constraint holiday_check CHECK (date_from <= date_to);
CREATE INDEX holiday_date_to_date_from_idx ON public.holiday USING btree (date_to, date_from);
CREATE UNIQUE INDEX holiday_key_form ON public.holiday USING btree (key_form, date_from) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX holiday_once ON public.holiday USING btree (name, date_from, date_to) WHERE (archived_at IS NULL);
CREATE TRIGGER holiday_frees_key_form AFTER DELETE OR UPDATE ON holiday FOR EACH ROW WHEN (old.key_form IS NOT NULL) EXECUTE FUNCTION free_key_form('name', 'date_from');
CREATE TRIGGER holiday_is_added AFTER INSERT ON holiday REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION plan_changed_holidays();
CREATE TRIGGER holiday_is_changed AFTER UPDATE ON holiday REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION plan_changed_holidays();
CREATE TRIGGER holiday_is_recorded_added AFTER INSERT ON holiday REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER holiday_is_recorded_changed AFTER UPDATE ON holiday REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER holiday_is_recorded_removed AFTER DELETE ON holiday REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER holiday_is_removed AFTER DELETE ON holiday REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION plan_changed_holidays();
CREATE TRIGGER holiday_keeps_key_form BEFORE INSERT OR UPDATE ON holiday FOR EACH ROW EXECUTE FUNCTION keep_key_form('name', 'date_from');

create table import_answer (
  import_source_id bigint not null,
  question text not null,
  answer text not null,
  about text not null default ''::text,
  used_at timestamp with time zone not null,
  used_by bigint
);
alter table import_answer add constraint import_answer_pkey PRIMARY KEY (import_source_id, question);
alter table import_answer add constraint import_answer_answer_check CHECK (length(answer) <= 300);
alter table import_answer add constraint import_answer_question_check CHECK (length(question) <= 300);
alter table import_answer add constraint import_answer_import_source_id_fkey FOREIGN KEY (import_source_id) REFERENCES import_source(id) ON DELETE CASCADE;
alter table import_answer add constraint import_answer_used_by_fkey FOREIGN KEY (used_by) REFERENCES app_user(id);
CREATE INDEX import_answer_used_by_idx ON public.import_answer USING btree (used_by);

create table import_class (
  import_source_id bigint not null,
  class_schedule_id bigint not null,
  reported jsonb not null,
  written_at timestamp with time zone not null
);
alter table import_class add constraint import_class_pkey PRIMARY KEY (import_source_id, class_schedule_id);
alter table import_class add constraint import_class_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id) ON DELETE CASCADE;
alter table import_class add constraint import_class_import_source_id_fkey FOREIGN KEY (import_source_id) REFERENCES import_source(id) ON DELETE CASCADE;
CREATE INDEX import_class_class_schedule_id_idx ON public.import_class USING btree (class_schedule_id);

create table import_run (
  id bigint not null generated always as identity,
  kind text not null,
  file_name text not null,
  bytes bigint not null default 0,
  sha256 text,
  started_by bigint not null,
  started_at timestamp with time zone not null,
  state text not null default 'receiving'::text,
  step text not null default 'check'::text,
  attempt integer not null default 0,
  answers jsonb not null default '{}'::jsonb,
  ordered_by bigint,
  phase text,
  done integer not null default 0,
  total integer,
  error text,
  report jsonb,
  problems jsonb
);
alter table import_run add constraint import_run_pkey PRIMARY KEY (id);
alter table import_run add constraint import_run_file_name_check CHECK (length(file_name) <= 200);
alter table import_run add constraint import_run_kind_check CHECK (kind = ANY (ARRAY['oneroster'::text, 'calendar'::text, 'students'::text, 'photos'::text]));
alter table import_run add constraint import_run_state_check CHECK (state = ANY (ARRAY['receiving'::text, 'waiting'::text, 'checking'::text, 'checked'::text, 'writing'::text, 'written'::text, 'failed'::text]));
alter table import_run add constraint import_run_step_check CHECK (step = ANY (ARRAY['check'::text, 'write'::text]));
alter table import_run add constraint import_run_ordered_by_fkey FOREIGN KEY (ordered_by) REFERENCES app_user(id);
alter table import_run add constraint import_run_started_by_fkey FOREIGN KEY (started_by) REFERENCES app_user(id);
CREATE INDEX import_run_ordered_by_idx ON public.import_run USING btree (ordered_by);
CREATE INDEX import_run_started_at_idx ON public.import_run USING btree (started_at);
CREATE INDEX import_run_started_by_idx ON public.import_run USING btree (started_by);
CREATE UNIQUE INDEX import_run_under_way ON public.import_run USING btree (COALESCE(ordered_by, started_by)) WHERE (state = ANY (ARRAY['receiving'::text, 'waiting'::text, 'checking'::text, 'writing'::text]));

create table import_run_change (
  import_run_id bigint not null,
  number integer not null,
  record text not null,
  outcome text not null,
  class_name text not null,
  date date,
  fields jsonb not null
);
alter table import_run_change add constraint import_run_change_pkey PRIMARY KEY (import_run_id, number);
alter table import_run_change add constraint import_run_change_outcome_check CHECK (outcome = ANY (ARRAY['created'::text, 'updated'::text, 'archived'::text]));
alter table import_run_change add constraint import_run_change_import_run_id_fkey FOREIGN KEY (import_run_id) REFERENCES import_run(id) ON DELETE CASCADE;

create table import_run_part (
  import_run_id bigint not null,
  number integer not null,
  content bytea not null
);
alter table import_run_part add constraint import_run_part_pkey PRIMARY KEY (import_run_id, number);
alter table import_run_part add constraint import_run_part_import_run_id_fkey FOREIGN KEY (import_run_id) REFERENCES import_run(id) ON DELETE CASCADE;

create table import_source (
  id bigint not null generated always as identity,
  kind text not null,
  name text not null,
  is_earlier boolean not null default false
);
alter table import_source add constraint import_source_pkey PRIMARY KEY (id);
alter table import_source add constraint import_source_kind_name_key UNIQUE (kind, name);
alter table import_source add constraint import_source_kind_check CHECK (kind = ANY (ARRAY['oneroster'::text, 'calendar'::text]));
alter table import_source add constraint import_source_name_check CHECK (length(name) <= 200);

create table institute_logo (
  id smallint not null default 1,
  type text not null,
  bytes bytea not null,
  hash text not null,
  changed_at timestamp with time zone not null,
  changed_by bigint not null
);
alter table institute_logo add constraint institute_logo_pkey PRIMARY KEY (id);
alter table institute_logo add constraint institute_logo_bytes_check CHECK (length(bytes) <= 524288);
alter table institute_logo add constraint institute_logo_id_check CHECK (id = 1);
alter table institute_logo add constraint institute_logo_type_check CHECK (type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]));
alter table institute_logo add constraint institute_logo_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES app_user(id);
CREATE INDEX institute_logo_changed_by_idx ON public.institute_logo USING btree (changed_by);

create table institute_setting (
  name text not null,
  value jsonb not null,
  changed_at timestamp with time zone not null,
  changed_by bigint not null
);
alter table institute_setting add constraint institute_setting_pkey PRIMARY KEY (name);
alter table institute_setting add constraint institute_setting_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES app_user(id);
CREATE INDEX institute_setting_changed_by_idx ON public.institute_setting USING btree (changed_by);

create table kysely_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  compatible boolean not null default COALESCE((current_setting('attendance.compatible_migration'::text, true) = 'on'::text), false)
);
alter table kysely_migration add constraint kysely_migration_pkey PRIMARY KEY (name);

create table kysely_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0
);
alter table kysely_migration_lock add constraint kysely_migration_lock_pkey PRIMARY KEY (id);

create table leave (
  id bigint not null generated always as identity,
  student_id bigint not null,
  leave_from date not null,
  leave_to date not null,
  faculty_email text not null,
  reason_for_leave text not null,
  supporting_document text,
  archived_at timestamp with time zone
);
alter table leave add constraint leave_pkey PRIMARY KEY (id);
alter table leave add constraint leave_check CHECK (leave_from <= leave_to);
alter table leave add constraint leave_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE INDEX leave_by_document ON public.leave USING btree (supporting_document) WHERE (supporting_document IS NOT NULL);
CREATE INDEX leave_by_end ON public.leave USING btree (leave_to);
CREATE INDEX leave_in_order ON public.leave USING btree (leave_from, id);
CREATE INDEX leave_student_id_leave_from_leave_to_idx ON public.leave USING btree (student_id, leave_from, leave_to);
CREATE TRIGGER leave_adds_to_standing AFTER INSERT ON leave REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION standing_of_students();
CREATE TRIGGER leave_changes_document AFTER UPDATE OF supporting_document ON leave FOR EACH ROW WHEN (old.supporting_document IS DISTINCT FROM new.supporting_document) EXECUTE FUNCTION own_file('supporting_document', 'leave-application');
CREATE TRIGGER leave_changes_standing AFTER UPDATE ON leave REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION standing_of_students();
CREATE TRIGGER leave_gives_document_up AFTER DELETE ON leave FOR EACH ROW WHEN (old.supporting_document IS NOT NULL) EXECUTE FUNCTION own_file('supporting_document', 'leave-application');
CREATE TRIGGER leave_is_recorded_added AFTER INSERT ON leave REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER leave_is_recorded_changed AFTER UPDATE ON leave REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER leave_is_recorded_removed AFTER DELETE ON leave REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER leave_leaves_standing AFTER DELETE ON leave REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION standing_of_students();
CREATE TRIGGER leave_of_erased BEFORE INSERT OR UPDATE OF student_id, archived_at ON leave FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();
CREATE TRIGGER leave_takes_document AFTER INSERT ON leave FOR EACH ROW WHEN (new.supporting_document IS NOT NULL) EXECUTE FUNCTION own_file('supporting_document', 'leave-application');

create table leave_request (
  id bigint not null generated always as identity,
  student_id bigint not null,
  leave_from date not null,
  leave_to date not null,
  reason_for_leave text not null,
  supporting_document text,
  state text not null default 'requested'::text,
  requested_by bigint not null,
  requested_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  answer text,
  leave_id bigint
);
alter table leave_request add constraint leave_request_pkey PRIMARY KEY (id);
alter table leave_request add constraint leave_request_answer_check CHECK (length(answer) >= 1 AND length(answer) <= 500);
alter table leave_request add constraint leave_request_check CHECK (leave_from <= leave_to);
alter table leave_request add constraint leave_request_check1 CHECK ((state = 'requested'::text) = (decided_at IS NULL));
alter table leave_request add constraint leave_request_check2 CHECK (leave_id IS NULL OR state = 'approved'::text);
alter table leave_request add constraint leave_request_reason_for_leave_check CHECK (length(reason_for_leave) >= 1 AND length(reason_for_leave) <= 2000);
alter table leave_request add constraint leave_request_state_check CHECK (state = ANY (ARRAY['requested'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text]));
alter table leave_request add constraint leave_request_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id);
alter table leave_request add constraint leave_request_leave_id_fkey FOREIGN KEY (leave_id) REFERENCES leave(id) ON DELETE SET NULL;
alter table leave_request add constraint leave_request_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES app_user(id);
alter table leave_request add constraint leave_request_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE INDEX leave_request_by_document ON public.leave_request USING btree (supporting_document) WHERE (supporting_document IS NOT NULL);
CREATE INDEX leave_request_decided_by ON public.leave_request USING btree (decided_by);
CREATE INDEX leave_request_in_order ON public.leave_request USING btree (((state <> 'requested'::text)), requested_at DESC, id);
CREATE INDEX leave_request_leave ON public.leave_request USING btree (leave_id) WHERE (leave_id IS NOT NULL);
CREATE INDEX leave_request_of_student ON public.leave_request USING btree (student_id, requested_at DESC);
CREATE INDEX leave_request_requested_by ON public.leave_request USING btree (requested_by);
CREATE TRIGGER leave_request_changes_document AFTER UPDATE OF supporting_document ON leave_request FOR EACH ROW WHEN (old.supporting_document IS DISTINCT FROM new.supporting_document) EXECUTE FUNCTION own_file('supporting_document', 'leave-application');
CREATE TRIGGER leave_request_gives_document_up AFTER DELETE ON leave_request FOR EACH ROW WHEN (old.supporting_document IS NOT NULL) EXECUTE FUNCTION own_file('supporting_document', 'leave-application');
CREATE TRIGGER leave_request_of_erased BEFORE INSERT OR UPDATE OF student_id ON leave_request FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();
CREATE TRIGGER leave_request_takes_document AFTER INSERT ON leave_request FOR EACH ROW WHEN (new.supporting_document IS NOT NULL) EXECUTE FUNCTION own_file('supporting_document', 'leave-application');

create table letter (
  id bigint not null generated always as identity,
  number text not null,
  kind text not null,
  student_id bigint not null,
  subject_id bigint,
  semester_id bigint,
  title text,
  body text,
  made_by bigint not null,
  made_at timestamp with time zone not null
);
alter table letter add constraint letter_pkey PRIMARY KEY (id);
alter table letter add constraint letter_number_key UNIQUE (number);
alter table letter add constraint letter_body_check CHECK (length(body) <= 60000);
alter table letter add constraint letter_number_check CHECK (number ~ '^[0-9A-HJKMNP-TV-Z]{12}$'::text);
alter table letter add constraint letter_title_check CHECK (length(title) <= 20000);
alter table letter add constraint letter_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id);
alter table letter add constraint letter_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id);
alter table letter add constraint letter_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
alter table letter add constraint letter_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id);
CREATE INDEX letter_by_time ON public.letter USING btree (made_at DESC, id DESC);
CREATE INDEX letter_made_by ON public.letter USING btree (made_by);
CREATE INDEX letter_of_semester ON public.letter USING btree (semester_id);
CREATE INDEX letter_of_student ON public.letter USING btree (student_id, made_at DESC);
CREATE INDEX letter_of_subject ON public.letter USING btree (subject_id);

create table list_mail (
  user_id bigint not null,
  list text not null,
  every text not null,
  sent_on date not null
);
alter table list_mail add constraint list_mail_pkey PRIMARY KEY (user_id, list);
alter table list_mail add constraint list_mail_every_check CHECK (every = ANY (ARRAY['week'::text, 'month'::text]));
alter table list_mail add constraint list_mail_list_check CHECK (list = ANY (ARRAY['open_rolls'::text, 'red_list'::text]));
alter table list_mail add constraint list_mail_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id);

create table mail (
  id bigint not null generated always as identity,
  kind text not null,
  asked jsonb not null,
  recipient text not null,
  requested_by bigint,
  subject text not null,
  body text not null,
  state text not null default 'waiting'::text,
  reason text,
  attempts integer not null default 0,
  made_at timestamp with time zone,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  erasures integer not null default 0,
  in_inbox boolean not null default false
);
alter table mail add constraint mail_pkey PRIMARY KEY (id);
alter table mail add constraint mail_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'working'::text, 'handing_over'::text, 'done'::text, 'failed'::text]));
alter table mail add constraint mail_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES app_user(id);
CREATE INDEX mail_created_at_id_idx ON public.mail USING btree (created_at, id);

create table mail_attachment (
  mail_id bigint not null,
  place integer not null,
  name text not null,
  content_type text not null,
  size integer not null,
  content bytea
);
alter table mail_attachment add constraint mail_attachment_pkey PRIMARY KEY (mail_id, place);
alter table mail_attachment add constraint mail_attachment_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE CASCADE;

create table mark_detail (
  class_schedule_id bigint not null,
  date date not null,
  student_id bigint not null,
  late_minutes smallint,
  left_early_minutes smallint,
  excuse text,
  excuse_note text,
  arrived_at timestamp with time zone,
  changed_by bigint
);
alter table mark_detail add constraint mark_detail_pkey PRIMARY KEY (class_schedule_id, date, student_id);
alter table mark_detail add constraint mark_detail_check CHECK (excuse_note IS NULL OR excuse IS NOT NULL);
alter table mark_detail add constraint mark_detail_excuse_check CHECK (excuse = ANY (ARRAY['sick'::text, 'leave'::text, 'school'::text, 'other'::text]));
alter table mark_detail add constraint mark_detail_excuse_note_check CHECK (length(excuse_note) <= 500);
alter table mark_detail add constraint mark_detail_late_minutes_check CHECK (late_minutes >= 1 AND late_minutes <= 1440);
alter table mark_detail add constraint mark_detail_left_early_minutes_check CHECK (left_early_minutes >= 1 AND left_early_minutes <= 1440);
alter table mark_detail add constraint mark_detail_student_id_date_class_schedule_id_fkey FOREIGN KEY (student_id, date, class_schedule_id) REFERENCES attendance(student_id, date, class_schedule_id) ON DELETE CASCADE;
CREATE INDEX mark_detail_student_id_date_class_schedule_id_idx ON public.mark_detail USING btree (student_id, date, class_schedule_id);

create table meeting_co_teacher (
  class_meeting_id bigint not null,
  "position" smallint not null,
  teacher_id bigint not null,
  covering_teacher_id bigint,
  cover_payroll_id bigint,
  is_away boolean not null default false
);
alter table meeting_co_teacher add constraint meeting_co_teacher_pkey PRIMARY KEY (class_meeting_id, "position");
alter table meeting_co_teacher add constraint meeting_co_teacher_class_meeting_id_covering_teacher_id_key UNIQUE (class_meeting_id, covering_teacher_id);
alter table meeting_co_teacher add constraint meeting_co_teacher_class_meeting_id_teacher_id_key UNIQUE (class_meeting_id, teacher_id);
alter table meeting_co_teacher add constraint meeting_co_teacher_check CHECK (covering_teacher_id <> teacher_id);
alter table meeting_co_teacher add constraint meeting_co_teacher_position_check CHECK ("position" > 0);
alter table meeting_co_teacher add constraint meeting_co_teacher_class_meeting_id_fkey FOREIGN KEY (class_meeting_id) REFERENCES class_meeting(id) ON DELETE CASCADE;
alter table meeting_co_teacher add constraint meeting_co_teacher_cover_payroll_id_fkey FOREIGN KEY (cover_payroll_id) REFERENCES pay_code(id);
alter table meeting_co_teacher add constraint meeting_co_teacher_covering_teacher_id_fkey FOREIGN KEY (covering_teacher_id) REFERENCES teacher(id);
alter table meeting_co_teacher add constraint meeting_co_teacher_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id);
CREATE INDEX meeting_co_teacher_cover_payroll_id_idx ON public.meeting_co_teacher USING btree (cover_payroll_id) WHERE (cover_payroll_id IS NOT NULL);
CREATE INDEX meeting_co_teacher_covering_teacher_id_idx ON public.meeting_co_teacher USING btree (covering_teacher_id) WHERE (covering_teacher_id IS NOT NULL);
CREATE INDEX meeting_co_teacher_present_idx ON public.meeting_co_teacher USING btree (COALESCE(covering_teacher_id, teacher_id)) WHERE (NOT is_away);
CREATE INDEX meeting_co_teacher_teacher_id_idx ON public.meeting_co_teacher USING btree (teacher_id);

create table meeting_count (
  meeting_id bigint not null,
  present integer not null,
  late integer not null,
  absent integer not null,
  excused integer not null,
  scheduled_minutes integer not null,
  excused_minutes integer not null,
  attended_minutes integer not null
);
alter table meeting_count add constraint meeting_count_pkey PRIMARY KEY (meeting_id);
alter table meeting_count add constraint meeting_count_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES class_meeting(id) ON DELETE CASCADE;

create table meeting_exception (
  meeting_id bigint not null,
  scheduled integer not null,
  students bigint[] not null,
  outcomes smallint[] not null,
  attended smallint[] not null
);
alter table meeting_exception add constraint meeting_exception_pkey PRIMARY KEY (meeting_id);
alter table meeting_exception add constraint meeting_exception_equally_long CHECK (cardinality(outcomes) = cardinality(students) AND cardinality(attended) = cardinality(students));
alter table meeting_exception add constraint meeting_exception_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES class_meeting(id) ON DELETE CASCADE;

create table meeting_more_room (
  class_meeting_id bigint not null,
  "position" smallint not null,
  classroom_id bigint not null
);
alter table meeting_more_room add constraint meeting_more_room_pkey PRIMARY KEY (class_meeting_id, "position");
alter table meeting_more_room add constraint meeting_more_room_class_meeting_id_classroom_id_key UNIQUE (class_meeting_id, classroom_id);
alter table meeting_more_room add constraint meeting_more_room_position_check CHECK ("position" > 0);
alter table meeting_more_room add constraint meeting_more_room_class_meeting_id_fkey FOREIGN KEY (class_meeting_id) REFERENCES class_meeting(id) ON DELETE CASCADE;
alter table meeting_more_room add constraint meeting_more_room_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id);
CREATE INDEX meeting_more_room_classroom_id_idx ON public.meeting_more_room USING btree (classroom_id);

create table meeting_outcome (
  meeting_id bigint not null,
  scheduled integer not null,
  students bigint[] not null,
  outcomes smallint[] not null,
  attended smallint[] not null
);
alter table meeting_outcome add constraint meeting_outcome_pkey PRIMARY KEY (meeting_id);
alter table meeting_outcome add constraint meeting_outcome_equally_long CHECK (cardinality(outcomes) = cardinality(students) AND cardinality(attended) = cardinality(students));
alter table meeting_outcome add constraint meeting_outcome_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES class_meeting(id) ON DELETE CASCADE;
CREATE TRIGGER meeting_outcome_drops_exceptions AFTER INSERT OR UPDATE ON meeting_outcome FOR EACH ROW EXECUTE FUNCTION drop_exceptions_of_outcome();

create table message_stop (
  id bigint not null generated always as identity,
  student_id bigint not null,
  guardian_id bigint,
  stopped_by bigint,
  stopped_at timestamp with time zone not null
);
alter table message_stop add constraint message_stop_pkey PRIMARY KEY (id);
alter table message_stop add constraint message_stop_student_id_guardian_id_key UNIQUE NULLS NOT DISTINCT (student_id, guardian_id);
alter table message_stop add constraint message_stop_guardian_id_fkey FOREIGN KEY (guardian_id) REFERENCES guardian(id) ON DELETE CASCADE;
alter table message_stop add constraint message_stop_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES app_user(id);
alter table message_stop add constraint message_stop_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE INDEX message_stop_of_guardian ON public.message_stop USING btree (guardian_id);
CREATE INDEX message_stop_stopped_by ON public.message_stop USING btree (stopped_by);
CREATE TRIGGER message_stop_of_erased BEFORE INSERT ON message_stop FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();

create table number_lock (
  key bigint not null
);
alter table number_lock add constraint number_lock_pkey PRIMARY KEY (key);

create table oidc_record (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamp with time zone,
  consumed_at timestamp with time zone
);
alter table oidc_record add constraint oidc_record_pkey PRIMARY KEY (model, id);
CREATE INDEX oidc_record_expires_at_idx ON public.oidc_record USING btree (expires_at);
CREATE INDEX oidc_record_grant_id_idx ON public.oidc_record USING btree (grant_id);
CREATE INDEX oidc_record_model_uid_idx ON public.oidc_record USING btree (model, uid);

create table one_time_work (
  name text not null,
  done_at timestamp with time zone not null
);
alter table one_time_work add constraint one_time_work_pkey PRIMARY KEY (name);

create table open_rolls_from (
  id boolean not null default true,
  since timestamp with time zone not null
);
alter table open_rolls_from add constraint open_rolls_from_pkey PRIMARY KEY (id);
alter table open_rolls_from add constraint open_rolls_from_id_check CHECK (id);

create table operation (
  id bigint not null generated always as identity,
  kind text not null,
  done_by bigint not null,
  done_at timestamp with time zone not null,
  before jsonb not null,
  after jsonb not null,
  undone_by bigint,
  undone_at timestamp with time zone,
  class_schedule_ids bigint[],
  patterns_before jsonb,
  patterns_after jsonb,
  effective_from date,
  added_class_id bigint,
  columns_before jsonb,
  columns_after jsonb,
  room_closing_id bigint
);
alter table operation add constraint operation_pkey PRIMARY KEY (id);
alter table operation add constraint operation_check CHECK ((undone_by IS NULL) = (undone_at IS NULL));
alter table operation add constraint operation_kind_check CHECK (kind = ANY (ARRAY['cancel'::text, 'restore'::text, 'cover'::text, 'room'::text, 'move'::text, 'extra'::text, 'away'::text, 'change'::text]));
alter table operation add constraint operation_done_by_fkey FOREIGN KEY (done_by) REFERENCES app_user(id);
alter table operation add constraint operation_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES app_user(id);
CREATE INDEX operation_class_schedule_ids_idx ON public.operation USING gin (class_schedule_ids);
CREATE INDEX operation_done_by_idx ON public.operation USING btree (done_by);
CREATE INDEX operation_room_closing ON public.operation USING btree (room_closing_id) WHERE (room_closing_id IS NOT NULL);
CREATE INDEX operation_undone_by_idx ON public.operation USING btree (undone_by);

create table operation_run (
  name text not null,
  at timestamp with time zone not null
);
alter table operation_run add constraint operation_run_pkey PRIMARY KEY (name);
alter table operation_run add constraint operation_run_name_check CHECK (name = ANY (ARRAY['backup'::text, 'restore-test'::text]));

create table pattern_co_teacher (
  class_schedule_id bigint not null,
  valid_from date not null,
  "position" smallint not null,
  teacher_id bigint not null,
  payroll_id bigint
);
alter table pattern_co_teacher add constraint pattern_co_teacher_pkey PRIMARY KEY (class_schedule_id, valid_from, "position");
alter table pattern_co_teacher add constraint pattern_co_teacher_class_schedule_id_valid_from_teacher_id_key UNIQUE (class_schedule_id, valid_from, teacher_id);
alter table pattern_co_teacher add constraint pattern_co_teacher_position_check CHECK ("position" > 0);
alter table pattern_co_teacher add constraint pattern_co_teacher_class_schedule_id_valid_from_fkey FOREIGN KEY (class_schedule_id, valid_from) REFERENCES class_schedule_pattern(class_schedule_id, valid_from) ON UPDATE CASCADE ON DELETE CASCADE;
alter table pattern_co_teacher add constraint pattern_co_teacher_payroll_id_fkey FOREIGN KEY (payroll_id) REFERENCES pay_code(id);
alter table pattern_co_teacher add constraint pattern_co_teacher_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id);
CREATE INDEX pattern_co_teacher_payroll_id_idx ON public.pattern_co_teacher USING btree (payroll_id) WHERE (payroll_id IS NOT NULL);
CREATE INDEX pattern_co_teacher_teacher_id_idx ON public.pattern_co_teacher USING btree (teacher_id);

create table pattern_more_room (
  class_schedule_id bigint not null,
  valid_from date not null,
  "position" smallint not null,
  classroom_id bigint not null
);
alter table pattern_more_room add constraint pattern_more_room_pkey PRIMARY KEY (class_schedule_id, valid_from, "position");
alter table pattern_more_room add constraint pattern_more_room_class_schedule_id_valid_from_classroom_id_key UNIQUE (class_schedule_id, valid_from, classroom_id);
alter table pattern_more_room add constraint pattern_more_room_position_check CHECK ("position" > 0);
alter table pattern_more_room add constraint pattern_more_room_class_schedule_id_valid_from_fkey FOREIGN KEY (class_schedule_id, valid_from) REFERENCES class_schedule_pattern(class_schedule_id, valid_from) ON UPDATE CASCADE ON DELETE CASCADE;
alter table pattern_more_room add constraint pattern_more_room_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id);
CREATE INDEX pattern_more_room_classroom_id_idx ON public.pattern_more_room USING btree (classroom_id);

create table pay_closing (
  id bigint not null generated always as identity,
  closed_until date,
  reason text,
  changed_by bigint not null,
  changed_at timestamp with time zone not null
);
alter table pay_closing add constraint pay_closing_pkey PRIMARY KEY (id);
alter table pay_closing add constraint pay_closing_reason_check CHECK (length(reason) <= 500);
alter table pay_closing add constraint pay_closing_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES app_user(id);
CREATE INDEX pay_closing_changed_by_idx ON public.pay_closing USING btree (changed_by);
CREATE TRIGGER pay_closing_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON pay_closing FOR EACH STATEMENT EXECUTE FUNCTION refuse_emptying();

create table pay_code (
  id bigint not null generated always as identity,
  paycode text not null,
  amount_cents bigint not null,
  paycode_type text not null,
  details text,
  archived_at timestamp with time zone,
  key_form text
);
alter table pay_code add constraint pay_code_pkey PRIMARY KEY (id);
alter table pay_code add constraint pay_code_paycode_key UNIQUE (paycode);
alter table pay_code add constraint pay_code_amount_cents_check CHECK (amount_cents >= 0);
CREATE UNIQUE INDEX pay_code_key_form ON public.pay_code USING btree (key_form);
CREATE TRIGGER pay_code_frees_key_form AFTER DELETE OR UPDATE ON pay_code FOR EACH ROW WHEN (old.key_form IS NOT NULL) EXECUTE FUNCTION free_key_form('paycode');
CREATE TRIGGER pay_code_is_recorded_added AFTER INSERT ON pay_code REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER pay_code_is_recorded_changed AFTER UPDATE ON pay_code REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER pay_code_is_recorded_removed AFTER DELETE ON pay_code REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER pay_code_keeps_key_form BEFORE INSERT OR UPDATE ON pay_code FOR EACH ROW EXECUTE FUNCTION keep_key_form('paycode');

create table pay_run (
  id bigint not null generated by default as identity,
  from_date date not null,
  to_date date not null,
  lines integer not null,
  corrections integer not null,
  minutes bigint not null,
  amount_cents bigint not null,
  columns smallint not null,
  checksum text not null,
  made_by bigint not null,
  made_at timestamp with time zone not null
);
alter table pay_run add constraint pay_run_pkey PRIMARY KEY (id);
alter table pay_run add constraint pay_run_check CHECK (from_date <= to_date);
alter table pay_run add constraint pay_run_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id);
CREATE INDEX pay_run_made_by_idx ON public.pay_run USING btree (made_by);
CREATE TRIGGER pay_run_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON pay_run FOR EACH STATEMENT EXECUTE FUNCTION refuse_emptying();

create table pay_run_line (
  pay_run_id bigint not null,
  "position" integer not null,
  payroll_log_id bigint not null,
  kind text not null,
  date date not null,
  start_time time without time zone not null,
  end_time time without time zone not null,
  teacher_id bigint not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  subject_code text not null,
  subject_name text not null,
  class_type text not null,
  minutes integer not null,
  pay_code_id bigint,
  paycode text,
  paycode_type text,
  rate_cents bigint not null,
  amount_cents bigint not null,
  checked_in_at text not null,
  stand_in_for text,
  group_name text
);
alter table pay_run_line add constraint pay_run_line_pkey PRIMARY KEY (pay_run_id, "position");
alter table pay_run_line add constraint pay_run_line_kind_check CHECK (kind = ANY (ARRAY['line'::text, 'correction'::text]));
alter table pay_run_line add constraint pay_run_line_pay_run_id_fkey FOREIGN KEY (pay_run_id) REFERENCES pay_run(id);
CREATE INDEX pay_run_line_payroll_log_id_idx ON public.pay_run_line USING btree (payroll_log_id);
CREATE TRIGGER pay_run_line_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON pay_run_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_emptying();

create table payroll_log (
  id bigint not null generated always as identity,
  date date not null,
  class_schedule_id bigint not null,
  teacher_id bigint not null,
  duration_minutes integer not null,
  pay_code_id bigint,
  rate_cents bigint not null default 0,
  amount_cents bigint not null default 0,
  status text not null default 'pending'::text,
  created_by bigint not null,
  checked_in_at timestamp with time zone not null,
  owner_id bigint not null,
  class_teacher_id bigint not null,
  contested_at timestamp with time zone,
  contested_by bigint
);
alter table payroll_log add constraint payroll_log_pkey PRIMARY KEY (id);
alter table payroll_log add constraint payroll_log_payee_key UNIQUE (class_schedule_id, date, teacher_id);
alter table payroll_log add constraint payroll_log_place_key UNIQUE (class_schedule_id, date, class_teacher_id);
alter table payroll_log add constraint payroll_log_amount_cents_check CHECK (amount_cents >= 0);
alter table payroll_log add constraint payroll_log_contested_by_somebody CHECK ((contested_at IS NULL) = (contested_by IS NULL));
alter table payroll_log add constraint payroll_log_contested_is_pending CHECK (contested_at IS NULL OR status = 'pending'::text);
alter table payroll_log add constraint payroll_log_duration_minutes_check CHECK (duration_minutes > 0);
alter table payroll_log add constraint payroll_log_rate_cents_check CHECK (rate_cents >= 0);
alter table payroll_log add constraint payroll_log_status_check CHECK (status = ANY (ARRAY['pending'::text, 'completed'::text]));
alter table payroll_log add constraint payroll_log_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id);
alter table payroll_log add constraint payroll_log_class_teacher_id_fkey FOREIGN KEY (class_teacher_id) REFERENCES teacher(id);
alter table payroll_log add constraint payroll_log_contested_by_fkey FOREIGN KEY (contested_by) REFERENCES app_user(id);
alter table payroll_log add constraint payroll_log_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id);
alter table payroll_log add constraint payroll_log_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id);
alter table payroll_log add constraint payroll_log_pay_code_id_fkey FOREIGN KEY (pay_code_id) REFERENCES pay_code(id);
alter table payroll_log add constraint payroll_log_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id);
CREATE INDEX payroll_log_contested ON public.payroll_log USING btree (date, id) WHERE (contested_at IS NOT NULL);
CREATE INDEX payroll_log_date_id_idx ON public.payroll_log USING btree (date, id);
CREATE INDEX payroll_log_date_id_idx1 ON public.payroll_log USING btree (date, id) WHERE (status = 'pending'::text);
CREATE INDEX payroll_log_stand_ins ON public.payroll_log USING btree (class_teacher_id, date) WHERE (teacher_id <> class_teacher_id);
CREATE INDEX payroll_log_teacher_id_date_idx ON public.payroll_log USING btree (teacher_id, date);
CREATE TRIGGER payroll_log_answers_request AFTER INSERT ON payroll_log FOR EACH ROW EXECUTE FUNCTION answer_check_in_request();
CREATE TRIGGER payroll_log_has_an_owner BEFORE INSERT OR UPDATE OF teacher_id ON payroll_log FOR EACH ROW EXECUTE FUNCTION set_owner_of_pay();
CREATE TRIGGER payroll_log_is_closed BEFORE INSERT OR DELETE OR UPDATE OF date, class_schedule_id, teacher_id, duration_minutes, pay_code_id, rate_cents, amount_cents, status, contested_at, contested_by ON payroll_log FOR EACH ROW EXECUTE FUNCTION refuse_change_of_closed_pay();

create table payroll_log_history (
  id bigint not null generated always as identity,
  payroll_log_id bigint not null,
  class_schedule_id bigint not null,
  date date not null,
  what text not null,
  changes jsonb not null default '[]'::jsonb,
  reason text,
  changed_by bigint not null,
  changed_at timestamp with time zone not null,
  device_id bigint
);
alter table payroll_log_history add constraint payroll_log_history_pkey PRIMARY KEY (id);
alter table payroll_log_history add constraint payroll_log_history_what_check CHECK (what = ANY (ARRAY['checked_in'::text, 'entered'::text, 'changed'::text, 'reopened'::text, 'withdrawn'::text, 'contested'::text]));
alter table payroll_log_history add constraint payroll_log_history_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES app_user(id);
CREATE INDEX payroll_log_history_contested ON public.payroll_log_history USING btree (class_schedule_id, date) WHERE (what = 'contested'::text);
CREATE INDEX payroll_log_history_payroll_log_id_id_idx ON public.payroll_log_history USING btree (payroll_log_id, id);
CREATE TRIGGER pay_is_audited AFTER INSERT ON payroll_log_history FOR EACH ROW EXECUTE FUNCTION audit_pay();
CREATE TRIGGER payroll_log_history_is_append_only BEFORE DELETE OR UPDATE ON payroll_log_history FOR EACH ROW EXECUTE FUNCTION refuse_change_of_pay_history();
CREATE TRIGGER payroll_log_history_is_kept BEFORE TRUNCATE ON payroll_log_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_pay_history();

create table qr_check_in (
  id bigint not null generated always as identity,
  qr_session_id bigint not null,
  student_id bigint not null,
  step bigint not null,
  date date not null,
  device bytea not null,
  arrived_at timestamp with time zone not null
);
alter table qr_check_in add constraint qr_check_in_pkey PRIMARY KEY (id);
alter table qr_check_in add constraint qr_check_in_qr_session_id_student_id_step_key UNIQUE (qr_session_id, student_id, step);
alter table qr_check_in add constraint qr_check_in_qr_session_id_fkey FOREIGN KEY (qr_session_id) REFERENCES qr_session(id) ON DELETE CASCADE;
alter table qr_check_in add constraint qr_check_in_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE INDEX qr_check_in_by_date ON public.qr_check_in USING btree (date);
CREATE INDEX qr_check_in_of_device ON public.qr_check_in USING btree (device, date);
CREATE INDEX qr_check_in_of_student ON public.qr_check_in USING btree (student_id);
CREATE TRIGGER qr_check_in_of_erased BEFORE INSERT OR UPDATE OF student_id ON qr_check_in FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();

create table qr_session (
  id bigint not null generated always as identity,
  class_schedule_id bigint not null,
  date date not null,
  opened_by bigint not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone
);
alter table qr_session add constraint qr_session_pkey PRIMARY KEY (id);
alter table qr_session add constraint qr_session_check CHECK (closed_at >= opened_at);
alter table qr_session add constraint qr_session_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id) ON DELETE CASCADE;
alter table qr_session add constraint qr_session_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES app_user(id);
CREATE INDEX qr_session_of_roll ON public.qr_session USING btree (class_schedule_id, date);
CREATE UNIQUE INDEX qr_session_open ON public.qr_session USING btree (class_schedule_id, date) WHERE (closed_at IS NULL);
CREATE INDEX qr_session_opened_by ON public.qr_session USING btree (opened_by);

create table qr_try (
  student_id bigint not null,
  step bigint not null,
  tries integer not null
);
alter table qr_try add constraint qr_try_pkey PRIMARY KEY (student_id, step);
alter table qr_try add constraint qr_try_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE INDEX qr_try_by_step ON public.qr_try USING btree (step);

create table red_list (
  id bigint not null generated always as identity,
  student_id bigint not null,
  subject_id bigint not null,
  attendance_percentage numeric(5,2) not null,
  archived_at timestamp with time zone,
  entered_on date
);
alter table red_list add constraint red_list_pkey PRIMARY KEY (id);
alter table red_list add constraint red_list_student_id_subject_id_key UNIQUE (student_id, subject_id);
alter table red_list add constraint red_list_attendance_percentage_check CHECK (attendance_percentage > 0::numeric AND attendance_percentage <= 100::numeric);
alter table red_list add constraint red_list_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
alter table red_list add constraint red_list_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id);
CREATE INDEX red_list_subject_id_idx ON public.red_list USING btree (subject_id);
CREATE TRIGGER red_list_is_recorded_added AFTER INSERT ON red_list REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER red_list_is_recorded_changed AFTER UPDATE ON red_list REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER red_list_is_recorded_removed AFTER DELETE ON red_list REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER red_list_of_erased BEFORE INSERT OR UPDATE OF student_id, archived_at ON red_list FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();

create table red_list_computed (
  id bigint not null generated always as identity,
  student_id bigint not null,
  semester_id bigint not null,
  subject_id bigint,
  rule_id bigint,
  state text not null,
  why text[] not null,
  rate numeric,
  absent integer not null,
  since timestamp with time zone not null,
  not_held_since date,
  decided_by bigint,
  decided_at timestamp with time zone,
  decision text,
  decided_rate numeric,
  decided_absent integer,
  class_type text
);
alter table red_list_computed add constraint red_list_computed_pkey PRIMARY KEY (id);
alter table red_list_computed add constraint red_list_computed_class_type_check CHECK (class_type = ANY (ARRAY['Lecture'::text, 'Tutorial'::text, 'Lecture + Tutorial'::text]));
alter table red_list_computed add constraint red_list_computed_decision_check CHECK (length(decision) <= 500);
alter table red_list_computed add constraint red_list_computed_state_check CHECK (state = ANY (ARRAY['open'::text, 'accepted'::text, 'recovered'::text, 'dismissed'::text, 'cleared'::text]));
alter table red_list_computed add constraint red_list_computed_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id);
alter table red_list_computed add constraint red_list_computed_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES red_list_rule(id) ON DELETE SET NULL;
alter table red_list_computed add constraint red_list_computed_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id);
alter table red_list_computed add constraint red_list_computed_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
alter table red_list_computed add constraint red_list_computed_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id);
CREATE INDEX red_list_computed_by ON public.red_list_computed USING btree (decided_by);
CREATE INDEX red_list_computed_by_rate ON public.red_list_computed USING btree (state, rate);
CREATE INDEX red_list_computed_not_held ON public.red_list_computed USING btree (not_held_since) WHERE (state <> 'cleared'::text);
CREATE INDEX red_list_computed_of_rule ON public.red_list_computed USING btree (rule_id);
CREATE INDEX red_list_computed_of_semester ON public.red_list_computed USING btree (semester_id);
CREATE INDEX red_list_computed_of_subject ON public.red_list_computed USING btree (subject_id);
CREATE UNIQUE INDEX red_list_computed_of_type ON public.red_list_computed USING btree (student_id, semester_id, subject_id, class_type) NULLS NOT DISTINCT;

create table red_list_rule (
  id bigint not null generated always as identity,
  subject_id bigint,
  course_id bigint,
  overall boolean not null default false,
  below numeric(5,2),
  least_meetings smallint not null default 5,
  consecutive smallint,
  absences smallint,
  weeks smallint,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  class_type text
);
alter table red_list_rule add constraint red_list_rule_pkey PRIMARY KEY (id);
alter table red_list_rule add constraint red_list_rule_absences_check CHECK (absences >= 1 AND absences <= 100);
alter table red_list_rule add constraint red_list_rule_below_check CHECK (below > 0::numeric AND below <= 100::numeric);
alter table red_list_rule add constraint red_list_rule_check CHECK (num_nonnulls(subject_id, course_id) <= 1);
alter table red_list_rule add constraint red_list_rule_check1 CHECK (NOT overall OR num_nonnulls(subject_id, course_id) = 0);
alter table red_list_rule add constraint red_list_rule_check2 CHECK ((absences IS NULL) = (weeks IS NULL));
alter table red_list_rule add constraint red_list_rule_check3 CHECK (num_nonnulls(below, consecutive, absences) > 0);
alter table red_list_rule add constraint red_list_rule_class_type_check CHECK (class_type = ANY (ARRAY['Lecture'::text, 'Tutorial'::text, 'Lecture + Tutorial'::text]));
alter table red_list_rule add constraint red_list_rule_consecutive_check CHECK (consecutive >= 2 AND consecutive <= 100);
alter table red_list_rule add constraint red_list_rule_least_meetings_check CHECK (least_meetings >= 1 AND least_meetings <= 200);
alter table red_list_rule add constraint red_list_rule_overall_of_all_types CHECK (NOT overall OR class_type IS NULL);
alter table red_list_rule add constraint red_list_rule_weeks_check CHECK (weeks >= 1 AND weeks <= 52);
alter table red_list_rule add constraint red_list_rule_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id);
alter table red_list_rule add constraint red_list_rule_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id);
alter table red_list_rule add constraint red_list_rule_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id);
CREATE INDEX red_list_rule_by ON public.red_list_rule USING btree (created_by);
CREATE INDEX red_list_rule_of_course ON public.red_list_rule USING btree (course_id);
CREATE UNIQUE INDEX red_list_rule_of_type ON public.red_list_rule USING btree (subject_id, course_id, overall, class_type) NULLS NOT DISTINCT;

create table roll_event (
  id bigint not null generated always as identity,
  class_schedule_id bigint not null,
  date date not null,
  kind text not null,
  done_by bigint,
  done_at timestamp with time zone not null,
  reason text,
  students integer not null
);
alter table roll_event add constraint roll_event_pkey PRIMARY KEY (id);
alter table roll_event add constraint roll_event_kind_check CHECK (kind = ANY (ARRAY['closed'::text, 'reopened'::text, 'undone'::text, 'covered'::text, 'other_room'::text])) NOT VALID;
alter table roll_event add constraint roll_event_reason_check CHECK (length(reason) <= 500);
alter table roll_event add constraint roll_event_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id) ON DELETE CASCADE;
alter table roll_event add constraint roll_event_done_by_fkey FOREIGN KEY (done_by) REFERENCES app_user(id);
CREATE INDEX roll_event_class_schedule_id_date_idx ON public.roll_event USING btree (class_schedule_id, date);
CREATE INDEX roll_event_done_by_idx ON public.roll_event USING btree (done_by);

create table roll_reminder (
  date date not null,
  mails integer not null
);
alter table roll_reminder add constraint roll_reminder_pkey PRIMARY KEY (date);

create table room_closing (
  id bigint not null generated always as identity,
  classroom_id bigint not null,
  closed_from date not null,
  closed_to date not null,
  reason text not null,
  created_by bigint not null,
  created_at timestamp with time zone not null
);
alter table room_closing add constraint room_closing_pkey PRIMARY KEY (id);
alter table room_closing add constraint room_closing_check CHECK (closed_from <= closed_to);
alter table room_closing add constraint room_closing_reason_check CHECK (length(reason) <= 500);
alter table room_closing add constraint room_closing_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id) ON DELETE CASCADE;
alter table room_closing add constraint room_closing_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id);
CREATE INDEX room_closing_classroom_id_closed_from_idx ON public.room_closing USING btree (classroom_id, closed_from);
CREATE INDEX room_closing_created_by_idx ON public.room_closing USING btree (created_by);

create table room_gap (
  classroom_id bigint not null,
  seat_row smallint not null,
  seat_column smallint not null
);
alter table room_gap add constraint room_gap_pkey PRIMARY KEY (classroom_id, seat_row, seat_column);
alter table room_gap add constraint room_gap_seat_column_check CHECK (seat_column >= 1 AND seat_column <= 20);
alter table room_gap add constraint room_gap_seat_row_check CHECK (seat_row >= 1 AND seat_row <= 20);
alter table room_gap add constraint room_gap_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES room_layout(classroom_id) ON DELETE CASCADE;

create table room_layout (
  classroom_id bigint not null,
  seat_rows smallint not null,
  seat_columns smallint not null,
  version integer not null,
  changed_by bigint not null,
  changed_at timestamp with time zone not null
);
alter table room_layout add constraint room_layout_pkey PRIMARY KEY (classroom_id);
alter table room_layout add constraint room_layout_seat_columns_check CHECK (seat_columns >= 1 AND seat_columns <= 20);
alter table room_layout add constraint room_layout_seat_rows_check CHECK (seat_rows >= 1 AND seat_rows <= 20);
alter table room_layout add constraint room_layout_version_check CHECK (version > 0);
alter table room_layout add constraint room_layout_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES app_user(id);
alter table room_layout add constraint room_layout_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id) ON DELETE CASCADE;
CREATE INDEX room_layout_changed_by_idx ON public.room_layout USING btree (changed_by);

create table saved_report (
  id bigint not null generated always as identity,
  name text not null,
  address text not null,
  is_shared boolean not null default false,
  created_by bigint not null,
  created_at timestamp with time zone not null
);
alter table saved_report add constraint saved_report_pkey PRIMARY KEY (id);
alter table saved_report add constraint saved_report_address_check CHECK (length(address) <= 2000);
alter table saved_report add constraint saved_report_name_check CHECK (length(name) >= 1 AND length(name) <= 100);
alter table saved_report add constraint saved_report_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id);
CREATE INDEX saved_report_created_by_idx ON public.saved_report USING btree (created_by);

create table seat (
  id bigint not null generated always as identity,
  seating_plan_id bigint not null,
  version integer not null,
  seat_row smallint not null,
  seat_column smallint not null,
  student_id bigint not null
);
alter table seat add constraint seat_pkey PRIMARY KEY (id);
alter table seat add constraint seat_seating_plan_id_version_seat_row_seat_column_key UNIQUE (seating_plan_id, version, seat_row, seat_column);
alter table seat add constraint seat_seating_plan_id_version_student_id_key UNIQUE (seating_plan_id, version, student_id);
alter table seat add constraint seat_seat_column_check CHECK (seat_column >= 1 AND seat_column <= 20);
alter table seat add constraint seat_seat_row_check CHECK (seat_row >= 1 AND seat_row <= 20);
alter table seat add constraint seat_seating_plan_id_version_fkey FOREIGN KEY (seating_plan_id, version) REFERENCES seating_plan_change(seating_plan_id, version) ON DELETE CASCADE;
alter table seat add constraint seat_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id) ON DELETE CASCADE;
CREATE INDEX seat_student_id_idx ON public.seat USING btree (student_id);
CREATE TRIGGER seat_of_erased BEFORE INSERT OR UPDATE OF student_id ON seat FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();

create table seating_plan (
  id bigint not null generated always as identity,
  class_schedule_id bigint not null,
  classroom_id bigint not null,
  version integer not null
);
alter table seating_plan add constraint seating_plan_pkey PRIMARY KEY (id);
alter table seating_plan add constraint seating_plan_class_schedule_id_classroom_id_key UNIQUE (class_schedule_id, classroom_id);
alter table seating_plan add constraint seating_plan_version_check CHECK (version > 0);
alter table seating_plan add constraint seating_plan_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id) ON DELETE CASCADE;
alter table seating_plan add constraint seating_plan_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id) ON DELETE CASCADE;
CREATE INDEX seating_plan_classroom_id_idx ON public.seating_plan USING btree (classroom_id);

create table seating_plan_change (
  seating_plan_id bigint not null,
  version integer not null,
  way text not null,
  restored_version integer,
  changed_by bigint not null,
  changed_at timestamp with time zone not null
);
alter table seating_plan_change add constraint seating_plan_change_pkey PRIMARY KEY (seating_plan_id, version);
alter table seating_plan_change add constraint seating_plan_change_check CHECK ((restored_version IS NOT NULL) = (way = 'restored'::text));
alter table seating_plan_change add constraint seating_plan_change_version_check CHECK (version > 0);
alter table seating_plan_change add constraint seating_plan_change_way_check CHECK (way = ANY (ARRAY['by_hand'::text, 'by_name'::text, 'at_random'::text, 'other_room'::text, 'restored'::text]));
alter table seating_plan_change add constraint seating_plan_change_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES app_user(id);
alter table seating_plan_change add constraint seating_plan_change_seating_plan_id_fkey FOREIGN KEY (seating_plan_id) REFERENCES seating_plan(id) ON DELETE CASCADE;
CREATE INDEX seating_plan_change_changed_by_idx ON public.seating_plan_change USING btree (changed_by);

create table semester (
  id bigint not null generated always as identity,
  year integer not null,
  semester smallint not null,
  batch text not null,
  semester_start_date date not null,
  semester_end_date date not null,
  class_start_date date not null,
  class_end_date date not null,
  archived_at timestamp with time zone,
  key_form text,
  first_week text not null default 'odd'::text
);
alter table semester add constraint semester_pkey PRIMARY KEY (id);
alter table semester add constraint semester_year_semester_batch_key UNIQUE (year, semester, batch);
alter table semester add constraint semester_check CHECK (semester_start_date <= class_start_date AND class_start_date <= class_end_date AND class_end_date <= semester_end_date);
alter table semester add constraint semester_first_week_check CHECK (first_week = ANY (ARRAY['odd'::text, 'even'::text])) NOT VALID;
alter table semester add constraint semester_semester_check CHECK (semester >= 1 AND semester <= 6);
CREATE UNIQUE INDEX semester_key_form ON public.semester USING btree (key_form, year, semester);
CREATE TRIGGER semester_frees_key_form AFTER DELETE OR UPDATE ON semester FOR EACH ROW WHEN (old.key_form IS NOT NULL) EXECUTE FUNCTION free_key_form('batch', 'year', 'semester');
CREATE TRIGGER semester_is_planned_again AFTER UPDATE ON semester REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION plan_changed_semesters();
CREATE TRIGGER semester_is_recorded_added AFTER INSERT ON semester REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER semester_is_recorded_changed AFTER UPDATE ON semester REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER semester_is_recorded_removed AFTER DELETE ON semester REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER semester_keeps_key_form BEFORE INSERT OR UPDATE ON semester FOR EACH ROW EXECUTE FUNCTION keep_key_form('batch', 'year', 'semester');

create table server_secret (
  name text not null,
  value text not null
);
alter table server_secret add constraint server_secret_pkey PRIMARY KEY (name);

create table sign_in_binding (
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  bound_at timestamp with time zone not null default now()
);
alter table sign_in_binding add constraint sign_in_binding_pkey PRIMARY KEY (user_id, issuer);
alter table sign_in_binding add constraint sign_in_binding_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id);

create table specialization (
  id bigint not null generated always as identity,
  specialization text not null,
  specialization_code text not null,
  archived_at timestamp with time zone,
  key_form text
);
alter table specialization add constraint specialization_pkey PRIMARY KEY (id);
alter table specialization add constraint specialization_specialization_code_key UNIQUE (specialization_code);
CREATE UNIQUE INDEX specialization_key_form ON public.specialization USING btree (key_form);
CREATE TRIGGER specialization_frees_key_form AFTER DELETE OR UPDATE ON specialization FOR EACH ROW WHEN (old.key_form IS NOT NULL) EXECUTE FUNCTION free_key_form('specialization_code');
CREATE TRIGGER specialization_is_recorded_added AFTER INSERT ON specialization REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER specialization_is_recorded_changed AFTER UPDATE ON specialization REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER specialization_is_recorded_removed AFTER DELETE ON specialization REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER specialization_keeps_key_form BEFORE INSERT OR UPDATE ON specialization FOR EACH ROW EXECUTE FUNCTION keep_key_form('specialization_code');

create table standing (
  student_id bigint not null,
  semester_id bigint not null,
  subject_id bigint not null,
  present integer not null,
  late integer not null,
  absent integer not null,
  excused integer not null,
  scheduled_minutes integer not null,
  excused_minutes integer not null,
  attended_minutes integer not null,
  unfinished integer not null,
  unfinished_minutes integer not null,
  streak integer not null,
  absent_on date[] not null,
  left_meetings integer not null,
  left_minutes integer not null
);
alter table standing add constraint standing_pkey PRIMARY KEY (student_id, semester_id, subject_id);
alter table standing add constraint standing_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id);
alter table standing add constraint standing_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
alter table standing add constraint standing_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id);
CREATE INDEX standing_of_semester ON public.standing USING btree (semester_id);
CREATE INDEX standing_of_subject ON public.standing USING btree (subject_id, semester_id);
CREATE TRIGGER standing_adds_to_contact_hours AFTER INSERT ON standing REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contact_hours_of_standing();
CREATE TRIGGER standing_changes_contact_hours AFTER UPDATE ON standing REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contact_hours_of_standing();
CREATE TRIGGER standing_leaves_contact_hours AFTER DELETE ON standing REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contact_hours_of_standing();

create table standing_due (
  id bigint not null generated always as identity,
  student_id bigint,
  class_schedule_id bigint,
  is_counted boolean not null default false,
  is_mark boolean not null default false
);
alter table standing_due add constraint standing_due_pkey PRIMARY KEY (id);
alter table standing_due add constraint standing_due_check CHECK (num_nonnulls(student_id, class_schedule_id) > 0);
CREATE INDEX standing_due_in_order ON public.standing_due USING btree (is_mark DESC, id);
CREATE INDEX standing_due_not_counted ON public.standing_due USING btree (id) WHERE (NOT is_counted);

create table standing_of_type (
  student_id bigint not null,
  semester_id bigint not null,
  subject_id bigint not null,
  class_type text not null,
  present integer not null,
  late integer not null,
  absent integer not null,
  excused integer not null,
  scheduled_minutes integer not null,
  excused_minutes integer not null,
  attended_minutes integer not null,
  unfinished integer not null,
  unfinished_minutes integer not null,
  streak integer not null,
  absent_on date[] not null,
  left_meetings integer not null,
  left_minutes integer not null
);
alter table standing_of_type add constraint standing_of_type_pkey PRIMARY KEY (student_id, semester_id, subject_id, class_type);
alter table standing_of_type add constraint standing_of_type_class_type_check CHECK (class_type = ANY (ARRAY['Lecture'::text, 'Tutorial'::text, 'Lecture + Tutorial'::text]));
alter table standing_of_type add constraint standing_of_type_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id);
alter table standing_of_type add constraint standing_of_type_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
alter table standing_of_type add constraint standing_of_type_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id);
CREATE INDEX standing_of_type_of_semester ON public.standing_of_type USING btree (semester_id);
CREATE INDEX standing_of_type_of_subject ON public.standing_of_type USING btree (subject_id, semester_id);

create table standing_progress (
  is_single boolean not null default true,
  history_id bigint not null default 0,
  history_xid xid8 not null default '0'::xid8,
  ended_until timestamp with time zone,
  as_of timestamp with time zone,
  computed_on date,
  computed_after bigint not null default 0,
  differences integer not null default 0,
  evaluated_for text,
  counted_on date,
  counted_after bigint not null default 0
);
alter table standing_progress add constraint standing_progress_pkey PRIMARY KEY (is_single);
alter table standing_progress add constraint standing_progress_is_single_check CHECK (is_single);

create table stored_file (
  key text not null,
  category text not null,
  owner_id bigint,
  uploaded_by bigint,
  created_at timestamp with time zone not null default now(),
  released_at timestamp with time zone,
  sized_at timestamp with time zone
);
alter table stored_file add constraint stored_file_pkey PRIMARY KEY (key);
CREATE INDEX stored_file_of_uploader ON public.stored_file USING btree (uploaded_by, created_at) WHERE (uploaded_by IS NOT NULL);
CREATE INDEX stored_file_released_at_idx ON public.stored_file USING btree (released_at) WHERE (released_at IS NOT NULL);
CREATE INDEX stored_file_unsized ON public.stored_file USING btree (created_at) WHERE ((sized_at IS NULL) AND (released_at IS NULL) AND (category = 'student-profile'::text));

create table student (
  id bigint not null generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  student_id text not null,
  first_name text not null,
  last_name text not null,
  gender text,
  phone_number text not null default ''::text,
  date_of_birth date,
  batch text,
  student_mail text,
  rfid_number text,
  profile_image text,
  card_print_status text,
  archived_at timestamp with time zone,
  erased_at timestamp with time zone,
  merged_into bigint,
  created_at timestamp with time zone default now(),
  key_form text,
  search text generated always as (fold(((((((((student_id || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || COALESCE(rfid_number, ''::text)) || ' '::text) || COALESCE((split_part(student_mail, '@'::text, 1) || '@'::text), ''::text)))) stored
);
alter table student add constraint student_pkey PRIMARY KEY (id);
alter table student add constraint student_rfid_number_key UNIQUE (rfid_number);
alter table student add constraint student_student_id_key UNIQUE (student_id);
alter table student add constraint student_uuid_key UNIQUE (uuid);
alter table student add constraint student_card_print_status_check CHECK (card_print_status = ANY (ARRAY['not_printed'::text, 'awaiting_collection'::text, 'collected'::text]));
alter table student add constraint student_erased_is_archived CHECK (erased_at IS NULL OR archived_at IS NOT NULL);
alter table student add constraint student_gender_check CHECK (gender = ANY (ARRAY['male'::text, 'female'::text, 'other'::text]));
alter table student add constraint student_merged_is_archived CHECK (merged_into IS NULL OR archived_at IS NOT NULL AND merged_into <> id);
alter table student add constraint student_rfid_number_check CHECK (length(rfid_number) >= 1 AND length(rfid_number) <= 15);
alter table student add constraint student_student_id_check CHECK (length(student_id) >= 1 AND length(student_id) <= 10);
alter table student add constraint student_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES student(id);
CREATE INDEX student_archived ON public.student USING btree (student_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX student_by_batch ON public.student USING btree (batch, student_id) WHERE (archived_at IS NULL);
CREATE INDEX student_by_card ON public.student USING btree (COALESCE(card_print_status, 'not_printed'::text), student_id) WHERE (archived_at IS NULL);
CREATE INDEX student_by_first_name ON public.student USING btree (first_name COLLATE natural_order, last_name COLLATE natural_order, id) WHERE (archived_at IS NULL);
CREATE INDEX student_by_mail ON public.student USING btree (lower(student_mail)) WHERE (archived_at IS NULL);
CREATE INDEX student_by_photo ON public.student USING btree (profile_image) WHERE (profile_image IS NOT NULL);
CREATE INDEX student_by_sort_name ON public.student USING btree (sort_name(first_name, last_name) COLLATE natural_order, first_name COLLATE natural_order, id) WHERE (archived_at IS NULL);
CREATE INDEX student_card_any_case ON public.student USING btree (lower(rfid_number));
CREATE INDEX student_card_without_key_form ON public.student USING btree (id) WHERE ((key_form IS NULL) AND (rfid_number IS NOT NULL));
CREATE UNIQUE INDEX student_id_any_case ON public.student USING btree (lower(student_id));
CREATE INDEX student_in_order ON public.student USING btree (student_id) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX student_key_form ON public.student USING btree (key_form);
CREATE INDEX student_merged ON public.student USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX student_photos_to_forget ON public.student USING btree (archived_at) WHERE ((archived_at IS NOT NULL) AND (profile_image IS NOT NULL));
CREATE INDEX student_search ON public.student USING gin (search gin_trgm_ops);
CREATE TRIGGER student_address_ends_calendar AFTER UPDATE OF student_mail ON student FOR EACH ROW WHEN (lower(old.student_mail) IS DISTINCT FROM lower(new.student_mail)) EXECUTE FUNCTION end_calendar_of_address();
CREATE TRIGGER student_adds_to_webhooks AFTER INSERT ON student REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION webhook_of_students();
CREATE TRIGGER student_card_is_unambiguous AFTER INSERT ON student REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refuse_ambiguous_card();
CREATE TRIGGER student_card_stays_unambiguous AFTER UPDATE ON student REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refuse_ambiguous_card();
CREATE TRIGGER student_changes_card AFTER UPDATE OF rfid_number ON student FOR EACH ROW WHEN (old.rfid_number IS DISTINCT FROM new.rfid_number) EXECUTE FUNCTION keep_student_cards();
CREATE TRIGGER student_changes_id AFTER UPDATE OF student_id ON student FOR EACH ROW WHEN (old.student_id IS DISTINCT FROM new.student_id AND new.erased_at IS NULL) EXECUTE FUNCTION keep_student_ids();
CREATE TRIGGER student_changes_in_webhooks AFTER UPDATE ON student REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION webhook_of_students();
CREATE TRIGGER student_changes_photo AFTER UPDATE OF profile_image ON student FOR EACH ROW WHEN (old.profile_image IS DISTINCT FROM new.profile_image) EXECUTE FUNCTION own_file('profile_image', 'student-profile');
CREATE TRIGGER student_changes_standing AFTER UPDATE ON student REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION standing_of_archived();
CREATE TRIGGER student_frees_key_form AFTER DELETE OR UPDATE ON student FOR EACH ROW WHEN (old.key_form IS NOT NULL) EXECUTE FUNCTION free_key_form('rfid_number');
CREATE TRIGGER student_gets_card AFTER INSERT ON student FOR EACH ROW WHEN (new.rfid_number IS NOT NULL) EXECUTE FUNCTION keep_student_cards();
CREATE TRIGGER student_gives_photo_up AFTER DELETE ON student FOR EACH ROW WHEN (old.profile_image IS NOT NULL) EXECUTE FUNCTION own_file('profile_image', 'student-profile');
CREATE TRIGGER student_id_is_not_reserved BEFORE INSERT ON student FOR EACH ROW WHEN (new.student_id ~~ '~%'::text AND new.erased_at IS NULL) EXECUTE FUNCTION refuse_reserved_student_id();
CREATE TRIGGER student_id_stays_unreserved BEFORE UPDATE OF student_id ON student FOR EACH ROW WHEN (new.student_id ~~ '~%'::text AND new.erased_at IS NULL AND new.student_id <> old.student_id) EXECUTE FUNCTION refuse_reserved_student_id();
CREATE TRIGGER student_is_recorded_added AFTER INSERT ON student REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER student_is_recorded_changed AFTER UPDATE ON student REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER student_is_recorded_removed AFTER DELETE ON student REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER student_keeps_key_form BEFORE INSERT OR UPDATE ON student FOR EACH ROW EXECUTE FUNCTION keep_key_form('rfid_number');
CREATE TRIGGER student_leaves_webhooks AFTER DELETE ON student REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION webhook_of_students();
CREATE TRIGGER student_stays_erased BEFORE UPDATE OF uuid, student_id, first_name, last_name, gender, phone_number, date_of_birth, batch, student_mail, rfid_number, profile_image, card_print_status, archived_at, erased_at ON student FOR EACH ROW WHEN (old.erased_at IS NOT NULL) EXECUTE FUNCTION refuse_change_of_erased();
CREATE TRIGGER student_takes_photo AFTER INSERT ON student FOR EACH ROW WHEN (new.profile_image IS NOT NULL) EXECUTE FUNCTION own_file('profile_image', 'student-profile');

create table student_alert (
  entry_id bigint not null,
  part text not null
);
alter table student_alert add constraint student_alert_pkey PRIMARY KEY (entry_id, part);
alter table student_alert add constraint student_alert_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES red_list_computed(id) ON DELETE CASCADE;

create table student_calendar_link (
  student_id bigint not null,
  secret_hash bytea not null,
  created_at timestamp with time zone not null
);
alter table student_calendar_link add constraint student_calendar_link_pkey PRIMARY KEY (student_id);
alter table student_calendar_link add constraint student_calendar_link_secret_hash_key UNIQUE (secret_hash);
alter table student_calendar_link add constraint student_calendar_link_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE TRIGGER student_calendar_link_of_erased BEFORE INSERT OR UPDATE OF student_id ON student_calendar_link FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();

create table student_card (
  id bigint not null generated always as identity,
  student_id bigint not null,
  number text not null,
  given_at timestamp with time zone,
  given_by bigint,
  for_print boolean not null default false,
  ended_at timestamp with time zone,
  ended_by bigint,
  reason text
);
alter table student_card add constraint student_card_pkey PRIMARY KEY (id);
alter table student_card add constraint student_card_check CHECK ((ended_at IS NULL) = (reason IS NULL));
alter table student_card add constraint student_card_number_check CHECK (length(number) >= 1 AND length(number) <= 15);
alter table student_card add constraint student_card_reason_check CHECK (reason = ANY (ARRAY['replaced'::text, 'lost'::text, 'returned'::text, 'removed'::text, 'corrected'::text, 'passed_on'::text, 'merged'::text]));
alter table student_card add constraint student_card_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES app_user(id);
alter table student_card add constraint student_card_given_by_fkey FOREIGN KEY (given_by) REFERENCES app_user(id);
alter table student_card add constraint student_card_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id) ON DELETE CASCADE;
CREATE INDEX student_card_ended_by ON public.student_card USING btree (ended_by);
CREATE INDEX student_card_given_by ON public.student_card USING btree (given_by);
CREATE INDEX student_card_of_number ON public.student_card USING btree (number, ended_at);
CREATE INDEX student_card_of_student ON public.student_card USING btree (student_id, id);
CREATE UNIQUE INDEX student_card_present ON public.student_card USING btree (student_id) WHERE (ended_at IS NULL);
CREATE TRIGGER student_card_is_recorded_changed AFTER UPDATE ON student_card REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text AND (act() -> 'card'::text) ? 'respelled'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER student_card_of_erased BEFORE INSERT ON student_card FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();

create table student_id_change (
  id bigint not null generated always as identity,
  student_id bigint not null,
  former_id text not null,
  had_from timestamp with time zone,
  ended_at timestamp with time zone not null
);
alter table student_id_change add constraint student_id_change_pkey PRIMARY KEY (id);
alter table student_id_change add constraint student_id_change_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id) ON DELETE CASCADE;
CREATE INDEX student_id_change_of_id ON public.student_id_change USING btree (lower(former_id));
CREATE INDEX student_id_change_of_student ON public.student_id_change USING btree (student_id, ended_at);

create table student_merge (
  id bigint not null generated always as identity,
  into_id bigint not null,
  from_id bigint not null,
  done_by bigint not null,
  done_at timestamp with time zone not null,
  moved jsonb not null,
  decided jsonb not null,
  before jsonb not null
);
alter table student_merge add constraint student_merge_pkey PRIMARY KEY (id);
alter table student_merge add constraint student_merge_check CHECK (into_id <> from_id);
alter table student_merge add constraint student_merge_done_by_fkey FOREIGN KEY (done_by) REFERENCES app_user(id);
alter table student_merge add constraint student_merge_from_id_fkey FOREIGN KEY (from_id) REFERENCES student(id);
alter table student_merge add constraint student_merge_into_id_fkey FOREIGN KEY (into_id) REFERENCES student(id);
CREATE INDEX student_merge_by ON public.student_merge USING btree (done_by);
CREATE INDEX student_merge_from ON public.student_merge USING btree (from_id);
CREATE INDEX student_merge_into ON public.student_merge USING btree (into_id);

create table student_message (
  id bigint not null generated always as identity,
  student_id bigint not null,
  day date not null,
  kind text not null,
  recipient text not null,
  guardian_id bigint,
  address text,
  channel text not null default 'mail'::text,
  state text not null,
  reason text,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  handed_at timestamp with time zone,
  ended_at timestamp with time zone,
  mail_id bigint,
  is_resent boolean not null default false,
  entry_id bigint,
  parts text[]
);
alter table student_message add constraint student_message_pkey PRIMARY KEY (id);
alter table student_message add constraint student_message_channel_check CHECK (channel = ANY (ARRAY['mail'::text, 'sms'::text]));
alter table student_message add constraint student_message_check CHECK (state = 'queued'::text OR mail_id IS NULL);
alter table student_message add constraint student_message_kind_check CHECK (kind = ANY (ARRAY['absence'::text, 'last'::text, 'correction'::text, 'alert'::text]));
alter table student_message add constraint student_message_reason_check CHECK (length(reason) <= 500);
alter table student_message add constraint student_message_recipient_check CHECK (recipient = ANY (ARRAY['student'::text, 'guardian'::text, 'teacher'::text, 'coordinator'::text]));
alter table student_message add constraint student_message_state_check CHECK (state = ANY (ARRAY['held'::text, 'queued'::text, 'cancelled'::text, 'stopped'::text, 'dropped'::text, 'unaddressed'::text]));
alter table student_message add constraint student_message_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES red_list_computed(id) ON DELETE SET NULL;
alter table student_message add constraint student_message_guardian_id_fkey FOREIGN KEY (guardian_id) REFERENCES guardian(id) ON DELETE SET NULL;
alter table student_message add constraint student_message_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE SET NULL;
alter table student_message add constraint student_message_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
CREATE INDEX student_message_by_due ON public.student_message USING btree (due_at DESC, id DESC);
CREATE INDEX student_message_of_day ON public.student_message USING btree (day, student_id);
CREATE INDEX student_message_of_entry ON public.student_message USING btree (entry_id);
CREATE INDEX student_message_of_guardian ON public.student_message USING btree (guardian_id);
CREATE UNIQUE INDEX student_message_of_mail ON public.student_message USING btree (mail_id);
CREATE INDEX student_message_of_student ON public.student_message USING btree (student_id, due_at DESC);
CREATE UNIQUE INDEX student_message_once ON public.student_message USING btree (student_id, day, kind) WHERE ((state <> 'cancelled'::text) AND (recipient = 'student'::text) AND (kind <> 'alert'::text));
CREATE UNIQUE INDEX student_message_once_to_guardian ON public.student_message USING btree (student_id, day, kind, guardian_id) WHERE ((state <> 'cancelled'::text) AND (guardian_id IS NOT NULL));
CREATE INDEX student_message_waiting ON public.student_message USING btree (due_at) WHERE (state = 'held'::text);
CREATE TRIGGER student_message_of_erased BEFORE INSERT ON student_message FOR EACH ROW EXECUTE FUNCTION refuse_row_of_erased();

create table student_message_class (
  message_id bigint not null,
  class_schedule_id bigint not null
);
alter table student_message_class add constraint student_message_class_pkey PRIMARY KEY (message_id, class_schedule_id);
alter table student_message_class add constraint student_message_class_class_schedule_id_fkey FOREIGN KEY (class_schedule_id) REFERENCES class_schedule(id) ON DELETE CASCADE;
alter table student_message_class add constraint student_message_class_message_id_fkey FOREIGN KEY (message_id) REFERENCES student_message(id) ON DELETE CASCADE;
CREATE INDEX student_message_class_of_class ON public.student_message_class USING btree (class_schedule_id);

create table subject (
  id bigint not null generated always as identity,
  subject_name text not null,
  subject_code text not null,
  year smallint not null,
  course_id bigint not null,
  specialization_id bigint not null,
  subject_teacher_id bigint not null,
  archived_at timestamp with time zone,
  key_form text
);
alter table subject add constraint subject_pkey PRIMARY KEY (id);
alter table subject add constraint subject_subject_code_key UNIQUE (subject_code);
alter table subject add constraint subject_year_check CHECK (year >= 1 AND year <= 3);
alter table subject add constraint subject_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id);
alter table subject add constraint subject_specialization_id_fkey FOREIGN KEY (specialization_id) REFERENCES specialization(id);
alter table subject add constraint subject_subject_teacher_id_fkey FOREIGN KEY (subject_teacher_id) REFERENCES teacher(id);
CREATE INDEX subject_course_id_idx ON public.subject USING btree (course_id);
CREATE UNIQUE INDEX subject_key_form ON public.subject USING btree (key_form);
CREATE INDEX subject_specialization_id_idx ON public.subject USING btree (specialization_id);
CREATE INDEX subject_subject_teacher_id_idx ON public.subject USING btree (subject_teacher_id);
CREATE TRIGGER subject_frees_key_form AFTER DELETE OR UPDATE ON subject FOR EACH ROW WHEN (old.key_form IS NOT NULL) EXECUTE FUNCTION free_key_form('subject_code');
CREATE TRIGGER subject_is_recorded_added AFTER INSERT ON subject REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER subject_is_recorded_changed AFTER UPDATE ON subject REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER subject_is_recorded_removed AFTER DELETE ON subject REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER subject_keeps_key_form BEFORE INSERT OR UPDATE ON subject FOR EACH ROW EXECUTE FUNCTION keep_key_form('subject_code');

create table teacher (
  id bigint not null generated always as identity,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null default ''::text,
  archived_at timestamp with time zone,
  card_number text,
  key_form text
);
alter table teacher add constraint teacher_pkey PRIMARY KEY (id);
alter table teacher add constraint teacher_email_key UNIQUE (email);
alter table teacher add constraint teacher_card_number_check CHECK (length(card_number) >= 1 AND length(card_number) <= 15);
alter table teacher add constraint teacher_email_check CHECK (email = lower(email));
alter table teacher add constraint teacher_phone_check CHECK (length(phone) <= 15);
CREATE UNIQUE INDEX teacher_card_number ON public.teacher USING btree (card_number);
CREATE UNIQUE INDEX teacher_key_form ON public.teacher USING btree (key_form);
CREATE TRIGGER teacher_card_is_unambiguous AFTER INSERT OR UPDATE OF card_number ON teacher FOR EACH ROW WHEN (new.card_number IS NOT NULL) EXECUTE FUNCTION refuse_card_of_student();
CREATE TRIGGER teacher_frees_key_form AFTER DELETE OR UPDATE ON teacher FOR EACH ROW WHEN (old.key_form IS NOT NULL) EXECUTE FUNCTION free_key_form('card_number');
CREATE TRIGGER teacher_is_recorded_added AFTER INSERT ON teacher REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER teacher_is_recorded_changed AFTER UPDATE ON teacher REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER teacher_is_recorded_removed AFTER DELETE ON teacher REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER teacher_keeps_key_form BEFORE INSERT OR UPDATE ON teacher FOR EACH ROW EXECUTE FUNCTION keep_key_form('card_number');

create table template (
  kind text not null,
  title text,
  body text,
  version integer not null,
  changed_by bigint not null,
  changed_at timestamp with time zone not null
);
alter table template add constraint template_pkey PRIMARY KEY (kind);
alter table template add constraint template_body_check CHECK (length(body) >= 1 AND length(body) <= 10000);
alter table template add constraint template_check CHECK ((title IS NULL) = (body IS NULL));
alter table template add constraint template_title_check CHECK (length(title) >= 1 AND length(title) <= 150);
alter table template add constraint template_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES app_user(id);
CREATE INDEX template_changed_by ON public.template USING btree (changed_by);

create table waiting_class (
  id bigint not null generated always as identity,
  title text not null,
  class_code text,
  subject_id bigint not null,
  semester_id bigint not null,
  teacher_id bigint,
  location text,
  class_type text not null,
  archived_at timestamp with time zone,
  co_teacher_ids bigint[]
);
alter table waiting_class add constraint waiting_class_pkey PRIMARY KEY (id);
alter table waiting_class add constraint waiting_class_class_code_check CHECK (length(class_code) <= 200);
alter table waiting_class add constraint waiting_class_class_type_check CHECK (class_type = ANY (ARRAY['Lecture'::text, 'Tutorial'::text, 'Lecture + Tutorial'::text]));
alter table waiting_class add constraint waiting_class_location_check CHECK (length(location) <= 200);
alter table waiting_class add constraint waiting_class_title_check CHECK (length(title) >= 1 AND length(title) <= 200);
alter table waiting_class add constraint waiting_class_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id);
alter table waiting_class add constraint waiting_class_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id);
alter table waiting_class add constraint waiting_class_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id);
CREATE INDEX waiting_class_semester_id_idx ON public.waiting_class USING btree (semester_id);
CREATE INDEX waiting_class_subject_id_idx ON public.waiting_class USING btree (subject_id);
CREATE INDEX waiting_class_teacher_id_idx ON public.waiting_class USING btree (teacher_id);
CREATE TRIGGER waiting_class_is_recorded_added AFTER INSERT ON waiting_class REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER waiting_class_is_recorded_changed AFTER UPDATE ON waiting_class REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER waiting_class_is_recorded_removed AFTER DELETE ON waiting_class REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();

create table waiting_member (
  id bigint not null generated always as identity,
  waiting_class_id bigint not null,
  student_id bigint not null,
  sourced_id text not null,
  member_from date,
  member_to date
);
alter table waiting_member add constraint waiting_member_pkey PRIMARY KEY (id);
alter table waiting_member add constraint waiting_member_waiting_class_id_sourced_id_key UNIQUE (waiting_class_id, sourced_id);
alter table waiting_member add constraint waiting_member_sourced_id_check CHECK (length(sourced_id) >= 1 AND length(sourced_id) <= 255);
alter table waiting_member add constraint waiting_member_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id);
alter table waiting_member add constraint waiting_member_waiting_class_id_fkey FOREIGN KEY (waiting_class_id) REFERENCES waiting_class(id);
CREATE INDEX waiting_member_student_id_idx ON public.waiting_member USING btree (student_id);
CREATE TRIGGER waiting_member_is_recorded_added AFTER INSERT ON waiting_member REFERENCING NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_added_members();
CREATE TRIGGER waiting_member_is_recorded_changed AFTER UPDATE ON waiting_member REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();
CREATE TRIGGER waiting_member_is_recorded_removed AFTER DELETE ON waiting_member REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (act() ? 'operation'::text) EXECUTE FUNCTION record_bulk_change();

create table webhook (
  id bigint not null generated always as identity,
  name text not null,
  url text not null,
  kinds text[] not null,
  with_names boolean not null default false,
  secret bytea not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  paused_until timestamp with time zone,
  delivered_at timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_by bigint,
  is_mail_due boolean not null default false
);
alter table webhook add constraint webhook_pkey PRIMARY KEY (id);
alter table webhook add constraint webhook_kinds_check CHECK (kinds <@ ARRAY['marks'::text, 'meetings'::text, 'enrolments'::text, 'students'::text] AND cardinality(kinds) > 0);
alter table webhook add constraint webhook_name_check CHECK (length(name) >= 1 AND length(name) <= 60);
alter table webhook add constraint webhook_url_check CHECK (length(url) <= 500);
alter table webhook add constraint webhook_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id);
alter table webhook add constraint webhook_disabled_by_fkey FOREIGN KEY (disabled_by) REFERENCES app_user(id);
CREATE UNIQUE INDEX webhook_name ON public.webhook USING btree (lower(name));

create table webhook_delivery (
  id bigint not null generated always as identity,
  webhook_id bigint not null,
  message_id uuid not null default gen_random_uuid(),
  event text not null,
  subject text not null,
  student_id bigint,
  class_schedule_id bigint,
  date date,
  at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  next_at timestamp with time zone,
  leased_until timestamp with time zone,
  attempted_at timestamp with time zone,
  answer_code smallint,
  duration_ms integer,
  error text
);
alter table webhook_delivery add constraint webhook_delivery_pkey PRIMARY KEY (id);
alter table webhook_delivery add constraint webhook_delivery_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]));
alter table webhook_delivery add constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE;
CREATE INDEX webhook_delivery_by_time ON public.webhook_delivery USING brin (at) WITH (autosummarize='on');
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (webhook_id, next_at NULLS FIRST, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_delivery_failed ON public.webhook_delivery USING btree (webhook_id) WHERE (state = 'failed'::text);
CREATE INDEX webhook_delivery_in_order ON public.webhook_delivery USING btree (webhook_id, subject, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_delivery_leased ON public.webhook_delivery USING btree (webhook_id, leased_until) WHERE (leased_until IS NOT NULL);
CREATE INDEX webhook_delivery_of_student ON public.webhook_delivery USING btree (student_id) WHERE (student_id IS NOT NULL);
CREATE INDEX webhook_delivery_of_webhook ON public.webhook_delivery USING btree (webhook_id, id DESC);

create table webhook_progress (
  is_single boolean not null default true,
  history_id bigint not null,
  history_xid xid8 not null
);
alter table webhook_progress add constraint webhook_progress_pkey PRIMARY KEY (is_single);
alter table webhook_progress add constraint webhook_progress_is_single_check CHECK (is_single);

CREATE OR REPLACE FUNCTION public.accept_held_marks(p_ids bigint[], p_user bigint, p_now timestamp with time zone, p_terms jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  held record;
  answer jsonb;
  terms mark_terms := jsonb_populate_record(null::mark_terms, p_terms);
  answers jsonb := '[]';
begin
  for held in select * from held_mark where id = any(p_ids) order by made_at, id loop
    terms.made_at := held.made_at;
    terms.accepted := true;
    terms.detail := held.detail;
    if held.status = 'N/A' then
      answer := withdraw_mark(held.student_id, held.class_schedule_id, held.date, held.from_status, null,
        coalesce(held.made_by, p_user), p_now, terms);
    else
      answer := mark_student(held.student_id::text, 'id', held.class_schedule_id, held.date, held.status, held.how,
        coalesce(held.made_by, p_user), p_now, terms);
    end if;
    answers := answers || (answer || jsonb_build_object('held', held.id));
  end loop;
  return answers;
end $function$
;

CREATE OR REPLACE FUNCTION public.accept_held_taps(p_device bigint, p_now timestamp with time zone, p_terms jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  tap record;
  result jsonb;
  answers jsonb := '[]';
  stay integer := 0;
  terms door_terms := as_door_terms(p_terms);
begin
  for tap in
    select k.generation, k.sequence, k.card, k.typed, k.tapped_at from device_tap k
    where k.device_id = p_device and k.outcome = 'held' and k.card is not null
      and (not p_terms ? 'only' or exists (
        select from jsonb_to_recordset(p_terms -> 'only') o(generation int, sequence bigint)
        where o.generation = k.generation and o.sequence = k.sequence
      ))
    order by k.tapped_at, k.generation, k.sequence
    for update
  loop
    terms.typed := coalesce(tap.typed, false);
    result := take_tap(p_device, tap.generation, tap.sequence, tap.card, coalesce(p_terms -> 'cards' ->> tap.card, tap.card),
      tap.tapped_at, null, p_now, terms);
    -- It stays held where it could mark no one: an administrator may dismiss it, or put right what it lacks.
    if result ->> 'outcome' in ('held', 'nothing_now', 'elsewhere', 'closed', 'archived', 'unknown', 'old_card') then
      stay := stay + 1;
      continue;
    end if;
    update device_tap set outcome = result ->> 'outcome', student_id = (result ->> 'student')::bigint,
      teacher_id = (result ->> 'teacher')::bigint, class_schedule_id = (result ->> 'class_schedule')::bigint,
      date = (result ->> 'date')::date, facts = result -> 'facts'
    where device_id = p_device and generation = tap.generation and sequence = tap.sequence;
    answers := answers || (result || jsonb_build_object('sequence', tap.sequence, 'at', tap.tapped_at));
  end loop;
  return jsonb_build_object('answers', answers, 'stay', stay);
end $function$
;

CREATE OR REPLACE FUNCTION public.act()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('attendance.act', true), ''), '{}')::jsonb
$function$
;

CREATE OR REPLACE FUNCTION public.add_mark(p_mark new_mark, p_detail jsonb, p_terms mark_terms)
 RETURNS stored_mark
 LANGUAGE plpgsql
AS $function$
declare
  added stored_mark;
begin
  with added as (
    insert into attendance (student_id, class_schedule_id, date, status, how, marked_by, marked_at)
    values (p_mark.student, p_mark.schedule, p_mark.date, p_mark.status,
      coalesce(p_terms.mark_how, p_mark.how), p_mark.made_by, p_mark.made)
    on conflict (student_id, date, class_schedule_id) do nothing
    returning id, status, how, marked_at, marked_by, confirmed_at, confirmed_by
  ), logged as (
    insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by,
      changed_at, made_at, late_minutes, left_early_minutes, excuse, device_id, token_id, mark_how)
    select p_mark.student, p_mark.schedule, p_mark.date, null, p_mark.status, p_mark.how, p_mark.made_by,
      p_mark.now, nullif(p_mark.made, p_mark.now), (p_detail ->> 'late_minutes')::int,
      (p_detail ->> 'left_early_minutes')::int, p_detail ->> 'excuse', p_terms.device, p_terms.token,
      p_terms.mark_how
    from added
  )
  select * into added from added;
  if found and p_detail <> '{}' then
    perform set_mark_detail(p_mark.student, p_mark.schedule, p_mark.date, p_detail, p_mark.author);
  end if;
  return added;
end $function$
;

CREATE OR REPLACE FUNCTION public.add_meeting_as_at(p_schedule bigint, p_date date, p_made timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, co_teacher_ids,
    more_classroom_ids)
  select c.id, p_date, w.start_time, w.end_time,
    coalesce((select r.id from classroom r where r.id = w.classroom_id), c.classroom_id),
    coalesce((select t.id from teacher t where t.id = w.teacher_id), c.teacher_id),
    (select array_agg(t.id order by array_position(w.co_teacher_ids, t.id)) from teacher t
      where t.id = any(w.co_teacher_ids)),
    (select array_agg(r.id order by array_position(w.more_classroom_ids, r.id)) from classroom r
      where r.id = any(w.more_classroom_ids))
  from class_schedule c cross join lateral meeting_that_was_held(c.id, p_date, p_made) w
  where c.id = p_schedule
  on conflict (class_schedule_id, date) do nothing
$function$
;

CREATE OR REPLACE FUNCTION public.add_meetings_of_marks()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  added integer;
begin
  insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, origin, co_teacher_ids,
    more_classroom_ids)
  select c.id, taken.date, p.start_time, p.end_time, p.classroom_id, p.teacher_id, 'migrated', p.co_teacher_ids,
    p.more_classroom_ids
  from (
    select class_schedule_id, date from attendance group by class_schedule_id, date
  ) taken
  join class_schedule c on c.id = taken.class_schedule_id
  cross join lateral (
    select * from class_schedule_pattern own
    where own.class_schedule_id = c.id and own.valid_from <= taken.date order by own.valid_from desc limit 1
  ) p
  where not exists (
    select from class_meeting m where m.class_schedule_id = taken.class_schedule_id and m.date = taken.date
  )
  on conflict (class_schedule_id, date) do nothing;
  get diagnostics added = row_count;
  return added;
end $function$
;

CREATE OR REPLACE FUNCTION public.add_missing_meeting(p_schedule bigint, p_date date)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, status, co_teacher_ids,
    more_classroom_ids)
  select class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, status, co_teacher_ids, more_classroom_ids
  from weekly_meetings(array[p_schedule], p_date, p_date)
  on conflict (class_schedule_id, date) do nothing;
  update class_meeting
  set status = 'scheduled', held_on_holiday = held_on_holiday or 'holiday' in (status, status_before_archive),
    status_before_archive = null
  where class_schedule_id = p_schedule and date = p_date
    and (status = 'holiday' or status = 'cancelled' and status_before_archive is not null)
$function$
;

CREATE OR REPLACE FUNCTION public.adopt_patterns(p_classes bigint[] DEFAULT NULL::bigint[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  tomorrow date := institute_now()::date + 1;
  former constant text := act() ->> 'purpose';
  changed integer;
begin
  -- For the trigger: the patterns have what is adopted already, and what is planned after it.
  perform set_act('{"purpose": "adoption"}');
  update class_schedule c set day_of_week = p.day_of_week, start_time = p.start_time, end_time = p.end_time,
    classroom_id = p.classroom_id, teacher_id = p.teacher_id, payroll_id = p.payroll_id,
    weeks = p.weeks, co_teacher_ids = p.co_teacher_ids, co_payrolls = p.co_payrolls,
    more_classroom_ids = p.more_classroom_ids
  from (
    select distinct on (class_schedule_id) * from class_schedule_pattern
    where valid_from <= tomorrow order by class_schedule_id, valid_from desc
  ) p
  where p.class_schedule_id = c.id and p.day_of_week is not null
    and (p_classes is null or c.id = any(p_classes))
    and (c.day_of_week, c.start_time, c.end_time, c.classroom_id, c.teacher_id, c.payroll_id, c.weeks, c.co_teacher_ids,
        c.co_payrolls, c.more_classroom_ids)
      is distinct from (p.day_of_week, p.start_time, p.end_time, p.classroom_id, p.teacher_id, p.payroll_id, p.weeks,
        p.co_teacher_ids, p.co_payrolls, p.more_classroom_ids);
  get diagnostics changed = row_count;
  perform set_act(jsonb_build_object('purpose', former));
  return changed;
end $function$
;

CREATE OR REPLACE FUNCTION public.answer_check_in_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from check_in_request r
  where r.class_schedule_id = new.class_schedule_id and r.date = new.date and (
    r.teacher_id = new.class_teacher_id or exists (
      select from class_meeting g
      cross join lateral places_of(g.teacher_id, g.covering_teacher_id, null, g.co_teacher_ids, g.changed_places) k
      where g.class_schedule_id = new.class_schedule_id and g.date = new.date
        and new.class_teacher_id in (k.teacher_id, k.covering_teacher_id) and r.teacher_id in (k.teacher_id, k.covering_teacher_id)
    )
  );
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.answer_of_known_tap(p_device bigint, p_generation integer, p_sequence bigint, p_card text, p_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select case
      when k.card <> p_card or abs(extract(epoch from k.tapped_at - p_at)) > 600
        then jsonb_build_object('outcome', 'conflict')
      else jsonb_build_object('outcome', k.outcome, 'facts', k.facts, 'student', k.student_id, 'teacher', k.teacher_id,
        'class_schedule', k.class_schedule_id, 'date', k.date, 'at', k.tapped_at, 'silent', coalesce(k.silent, false))
    end
    from device_tap k
    where k.device_id = p_device and k.generation = p_generation and k.sequence = p_sequence
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.answer_of_student(p_outcome text, p_key text, p_person roll_student)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return jsonb_build_object(
    'outcome', p_outcome, 'key', p_key, 'student', p_person.id, 'student_uuid', p_person.uuid,
    'student_id', p_person.student_id, 'first_name', p_person.first_name, 'last_name', p_person.last_name,
    'rfid_number', p_person.rfid_number, 'profile_image', p_person.profile_image
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.as_door_terms(p_terms jsonb)
 RETURNS door_terms
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  terms door_terms := jsonb_populate_record(null::door_terms, p_terms);
begin
  terms.marks := jsonb_populate_record(null::mark_terms, p_terms - 'cards');
  return terms;
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_mark()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into audit (at, user_id, actor, kind, what, about, status)
  select new.changed_at, u.id, coalesce(u.email, 'Device ' || d.name, 'command line'), 'mark',
    case when new.to_status is null then 'Mark taken back (' || new.from_status || ')'
      when new.to_status = new.from_status then concat_ws(', ', 'Details of a mark changed: ' || new.to_status,
        new.late_minutes || ' min late', new.left_early_minutes || ' min left early', case when new.excuse is not null then 'excused' end)
      else 'Mark changed from ' || new.from_status || ' to ' || new.to_status end,
    jsonb_build_object('student', new.student_id, 'class_schedule', new.class_schedule_id, 'date', new.date, 'how', new.how)
      || case when new.token_id is null then '{}' else jsonb_build_object('access_token', new.token_id) end, 200
  from (select 1) one left join app_user u on u.id = new.changed_by left join device d on d.id = new.device_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_pay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into audit (at, user_id, actor, kind, what, about, status)
  select new.changed_at, u.id, u.email, 'pay', 'Check-in ' || replace(new.what, '_', ' '),
    jsonb_strip_nulls(jsonb_build_object('payroll_log', new.payroll_log_id, 'class_schedule', new.class_schedule_id, 'date', new.date,
      'device', new.device_id,
      'fields', (select jsonb_agg(c -> 'field') from jsonb_array_elements(new.changes) c))), 200
  from app_user u where u.id = new.changed_by;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.bulk_row_label(p_operation bigint, p_table text, p_row jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  person text;
  class text;
  cohort text;
begin
  if p_table = 'student' then
    return person_label(p_row);
  end if;
  -- These tables may have hundreds of thousands of rows.
  if p_table = 'external_id' then
    return concat_ws(' ', p_row ->> 'kind', p_row ->> 'sourced_id');
  end if;
  if p_table = 'waiting_member' then
    return (
      select label_in_waiting_class(person_name(s.first_name, s.last_name), s.student_id, w.title)
      from student s, waiting_class w
      where s.id = (p_row ->> 'student_id')::bigint and w.id = (p_row ->> 'waiting_class_id')::bigint
    );
  end if;
  if p_table = 'enrolment' then
    select label_in_class(person_name(s.first_name, s.last_name), s.student_id, with_group(u.subject_code, c.group_name), c.start_time) into person
    from student s, class_schedule c join subject u on u.id = c.subject_id
    where s.id = (p_row ->> 'student_id')::bigint and c.id = (p_row ->> 'class_schedule_id')::bigint;
    if found then
      return person;
    end if;
  end if;
  if p_row ->> 'student_id' is not null then
    select person_label(to_jsonb(s)) into person from student s where s.id = (p_row ->> 'student_id')::bigint;
    if not found then
      select person_label(r.before) into person from bulk_operation_row r
      where r.operation_id = p_operation and r.table_name = 'student' and r.row_key = p_row ->> 'student_id';
    end if;
  end if;
  if p_row ->> 'class_schedule_id' is not null then
    select with_group(s.subject_code, c.group_name) || ' ' || to_char(c.start_time, 'HH24:MI') into class
    from class_schedule c join subject s on s.id = c.subject_id where c.id = (p_row ->> 'class_schedule_id')::bigint;
  end if;
  if p_row ->> 'cohort_id' is not null then
    select k.name || ' ' || k.year into cohort from cohort k where k.id = (p_row ->> 'cohort_id')::bigint;
  end if;
  return case p_table
    when 'teacher' then person_name(p_row ->> 'first_name', p_row ->> 'last_name')
    when 'enrolment' then concat_ws(' in ', person, class)
    when 'waiting_class' then p_row ->> 'title'
    when 'external_guardian' then concat_ws(' of ', p_row ->> 'sourced_id', person)
    when 'guardian' then concat_ws(' of ', p_row ->> 'name', person)
    when 'cohort_assignment' then concat_ws(' in ', person, cohort)
    when 'cohort_schedule' then concat_ws(' in ', class, cohort)
    when 'class_schedule' then concat_ws(' ',
      (select with_group(s.subject_code, p_row ->> 'group_name') from subject s where s.id = (p_row ->> 'subject_id')::bigint),
      to_char((p_row ->> 'start_time')::time, 'HH24:MI'))
    when 'subject' then concat_ws(' ', p_row ->> 'subject_code', p_row ->> 'subject_name')
    when 'specialization' then p_row ->> 'specialization'
    when 'semester' then concat_ws(' ', p_row ->> 'semester', p_row ->> 'year', p_row ->> 'batch')
    when 'classroom' then p_row ->> 'room_number'
    when 'cohort' then concat_ws(' ', p_row ->> 'name', p_row ->> 'year')
    when 'attendance_note' then concat_ws(' ', class, p_row ->> 'date')
    else coalesce(person, p_row ->> 'name')
  end;
end $function$
;

CREATE OR REPLACE FUNCTION public.card_holder_at(p_numbers text[], p_at timestamp with time zone, p_now timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(s.merged_into, s.id) from student_card c join student s on s.id = c.student_id
  where c.number = any(card_spellings(p_numbers))
    -- A clock that was changed has written lines of the future: they count from the beginning.
    and coalesce(c.given_at <= p_at or c.given_at > p_now, true) and coalesce(c.ended_at > p_at, true)
    and (c.reason is distinct from 'corrected' or exists (
      select from student_card again
      where again.student_id = c.student_id and again.number = c.number and again.id > c.id
    ))
  order by c.ended_at desc nulls first, c.id desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.card_spellings(p_numbers text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_agg(distinct spelling)
  from unnest(p_numbers) number cross join lateral unnest(array[number, upper(number), lower(number)]) spelling
$function$
;

CREATE OR REPLACE FUNCTION public.carries_something(p_schedule bigint, p_date date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from attendance a where a.class_schedule_id = p_schedule and a.date = p_date)
    or exists (select from payroll_log l where l.class_schedule_id = p_schedule and l.date = p_date)
    or exists (select from attendance_note n where n.class_schedule_id = p_schedule and n.date = p_date)
    or exists (select from check_in_request r where r.class_schedule_id = p_schedule and r.date = p_date)
$function$
;

CREATE OR REPLACE FUNCTION public.change_detail(p_mark new_mark, p_result mark_result, p_terms mark_terms)
 RETURNS mark_result
 LANGUAGE plpgsql
AS $function$
declare
  stored jsonb := p_result.detail;
  given jsonb := p_terms.detail;
  wrote bigint;
begin
  -- The stored note goes with its excuse.
  if given -> 'excuse' = 'null' then
    stored := stored - 'excuse_note';
  end if;
  p_result.detail := jsonb_strip_nulls(stored || given);
  if given -> 'excuse' = 'null' and not stored ? 'excuse' and is_on_leave(p_mark.student, p_mark.date) then
    p_result.problem := 'excused_by_leave';
    return p_result;
  end if;
  select d.changed_by into wrote from mark_detail d
  where d.class_schedule_id = p_mark.schedule and d.date = p_mark.date and d.student_id = p_mark.student;
  -- The same excuse by another user also counts as a change, so that the response does not reveal a hidden excuse.
  if p_result.detail <> stored
    or stored ? 'excuse' and given ->> 'excuse' is not null and wrote is distinct from p_mark.author then
    insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by,
      changed_at, late_minutes, left_early_minutes, excuse, token_id)
    values (p_mark.student, p_mark.schedule, p_mark.date, (p_result.mark).status, (p_result.mark).status, p_mark.how,
      p_mark.made_by, p_mark.now, (p_result.detail ->> 'late_minutes')::int,
      (p_result.detail ->> 'left_early_minutes')::int, p_result.detail ->> 'excuse', p_terms.token);
    perform set_mark_detail(p_mark.student, p_mark.schedule, p_mark.date, p_result.detail,
      -- What stays of somebody else's excuse is not shown to who changes the rest.
      case when (stored ? 'excuse' and not given ? 'excuse')
        or (p_result.detail ? 'excuse_note' and not given ? 'excuse_note') then wrote else p_mark.author end);
    p_result.outcome := 'changed';
  end if;
  return p_result;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_mark(p_mark new_mark, p_stored stored_mark, p_detail jsonb, p_terms mark_terms)
 RETURNS mark_result
 LANGUAGE plpgsql
AS $function$
declare
  result mark_result;
  stored jsonb := mark_detail_of(p_mark.student, p_mark.schedule, p_mark.date);
begin
  result.outcome := 'already';
  result.mark := p_stored;
  result.detail := stored;
  -- A mark made before overrides the absence of those without a mark, which it was not known to be.
  if p_stored.how not in ('rest', 'closing') and stands_over(p_stored.marked_at, p_stored.marked_by, p_mark, p_terms)
    or (p_stored.status is distinct from p_mark.status or p_terms.detail is not null)
      and stands_over(p_stored.confirmed_at, p_stored.confirmed_by, p_mark, p_terms) then
    result.outcome := 'superseded';
  elsif p_stored.status is distinct from p_mark.status then
    result.outcome := 'changed';
    result.mark := change_status(p_mark, p_stored, p_detail, p_terms);
    result.detail := p_detail;
    if p_detail <> stored then
      perform set_mark_detail(p_mark.student, p_mark.schedule, p_mark.date, p_detail, p_mark.author);
    end if;
  elsif p_terms.detail is not null then
    result := change_detail(p_mark, result, p_terms);
  end if;
  if result.problem is null and p_stored.status = p_mark.status then
    perform confirm_mark(p_mark, p_stored);
  end if;
  if p_terms.detail is null and result.outcome <> 'changed' then
    perform note_second_arrival(p_mark, result, p_terms);
  end if;
  return result;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_pattern(p_schedule bigint, p_from date, p_changes jsonb, p_keeps_later boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into class_schedule_pattern (class_schedule_id, valid_from, day_of_week, start_time, end_time,
    classroom_id, teacher_id, payroll_id, paused_day_of_week, weeks, co_teacher_ids, co_payrolls, more_classroom_ids)
  select p.class_schedule_id, p_from, p.day_of_week, p.start_time, p.end_time, p.classroom_id, p.teacher_id, p.payroll_id,
    p.paused_day_of_week, p.weeks, p.co_teacher_ids, p.co_payrolls, p.more_classroom_ids
  from class_schedule_pattern p
  where p.class_schedule_id = p_schedule and p.valid_from < p_from
  order by p.valid_from desc limit 1
  on conflict (class_schedule_id, valid_from) do nothing;

  with own as (
    select p.*, coalesce(p.day_of_week, p.paused_day_of_week) as weekday from class_schedule_pattern p
    where p.class_schedule_id = p_schedule and p.valid_from >= p_from
  ), beside as (
    select own.*, valid_from > p_from and p_keeps_later as is_later,
      lag(weekday) over by_date as former_weekday, lag(weeks) over by_date as former_weeks, lag(start_time) over by_date as former_start,
      lag(end_time) over by_date as former_end, lag(classroom_id) over by_date as former_classroom,
      lag(teacher_id) over by_date as former_teacher, lag(payroll_id) over by_date as former_payroll,
      lag(co_teacher_ids) over by_date as former_co_teachers, lag(co_payrolls) over by_date as former_co_payrolls,
      lag(more_classroom_ids) over by_date as former_more_rooms
    from own window by_date as (order by valid_from)
  ), planned as (
    select beside.*,
      bool_or(is_later and weekday is distinct from former_weekday) over by_date as keeps_weekday,
      bool_or(is_later and weeks is distinct from former_weeks) over by_date as keeps_weeks,
      -- A start without its end could come after it.
      bool_or(is_later and (start_time, end_time) is distinct from (former_start, former_end)) over by_date as keeps_times,
      bool_or(is_later and classroom_id <> former_classroom) over by_date as keeps_classroom,
      bool_or(is_later and teacher_id <> former_teacher) over by_date as keeps_teacher,
      bool_or(is_later and payroll_id is distinct from former_payroll) over by_date as keeps_payroll,
      bool_or(is_later and co_teacher_ids is distinct from former_co_teachers) over by_date as keeps_co_teachers,
      bool_or(is_later and co_payrolls is distinct from former_co_payrolls) over by_date as keeps_co_payrolls,
      bool_or(is_later and more_classroom_ids is distinct from former_more_rooms) over by_date as keeps_more_rooms
    from beside window by_date as (order by valid_from)
  )
  update class_schedule_pattern p set
    day_of_week = case when k.day_of_week is not null then changed.day_of_week end,
    paused_day_of_week = case when k.paused_day_of_week is not null
      then coalesce(changed.day_of_week, k.paused_day_of_week) end,
    start_time = changed.start_time, end_time = changed.end_time,
    classroom_id = changed.classroom_id, teacher_id = changed.teacher_id, payroll_id = changed.payroll_id, weeks = changed.weeks,
    co_teacher_ids = changed.co_teacher_ids, co_payrolls = changed.co_payrolls, more_classroom_ids = changed.more_classroom_ids
  from planned k
  cross join lateral jsonb_populate_record(
    (select own from class_schedule_pattern own
      where own.class_schedule_id = k.class_schedule_id and own.valid_from = k.valid_from),
    p_changes
      - case when k.keeps_weekday then array['day_of_week'] else '{}' end
      - case when k.keeps_weeks then array['weeks'] else '{}' end
      - case when k.keeps_times then array['start_time', 'end_time'] else '{}' end
      - case when k.keeps_classroom then array['classroom_id'] else '{}' end
      - case when k.keeps_teacher then array['teacher_id'] else '{}' end
      - case when k.keeps_payroll then array['payroll_id'] else '{}' end
      - case when k.keeps_co_teachers then array['co_teacher_ids'] else '{}' end
      - case when k.keeps_co_payrolls then array['co_payrolls'] else '{}' end
      - case when k.keeps_more_rooms then array['more_classroom_ids'] else '{}' end
  ) changed
  where p.class_schedule_id = k.class_schedule_id and p.valid_from = k.valid_from;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_status(p_mark new_mark, p_stored stored_mark, p_detail jsonb, p_terms mark_terms)
 RETURNS stored_mark
 LANGUAGE plpgsql
AS $function$
declare
  changed stored_mark;
begin
  with changed as (
    update attendance set status = p_mark.status, how = coalesce(p_terms.mark_how, p_mark.how),
      marked_by = p_mark.made_by, marked_at = p_mark.made, confirmed_at = null, confirmed_by = null
    where id = p_stored.id
    returning id, status, how, marked_at, marked_by, confirmed_at, confirmed_by
  ), logged as (
    insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by,
      changed_at, made_at, late_minutes, left_early_minutes, excuse, device_id, token_id, mark_how)
    select p_mark.student, p_mark.schedule, p_mark.date, p_stored.status, p_mark.status, p_mark.how, p_mark.made_by,
      p_mark.now, nullif(p_mark.made, p_mark.now), (p_detail ->> 'late_minutes')::int,
      (p_detail ->> 'left_early_minutes')::int, p_detail ->> 'excuse', p_terms.device, p_terms.token,
      p_terms.mark_how
    from changed
  )
  select * into changed from changed;
  return changed;
end $function$
;

CREATE OR REPLACE FUNCTION public.changed_hands_since(p_card text, p_plain text, p_typed boolean, p_at timestamp with time zone, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (
    select from student_card c
    where c.number = any(card_spellings(array[p_card, p_plain])) and (c.given_at > p_at and c.given_at <= p_now or c.ended_at > p_at and c.ended_at <= p_now)
  ) or p_typed and exists (
    select from student_id_change i where lower(i.former_id) = lower(p_card) and i.ended_at > p_at and i.ended_at <= p_now
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.class_on_date(p_schedule bigint, p_date date)
 RETURNS TABLE(problem text)
 LANGUAGE sql
 STABLE
AS $function$
  select problem from roll_on_date(p_schedule, p_date)
$function$
;

CREATE OR REPLACE FUNCTION public.class_problem(p_schedule bigint, p_date date)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select nullif(nullif(problem, 'none'), 'missing')
    from (select coalesce((select problem from class_on_date(p_schedule, p_date)), 'unknown') as problem) found
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.confirm_mark(p_mark new_mark, p_stored stored_mark)
 RETURNS void
 LANGUAGE sql
AS $function$
  update attendance set confirmed_at = greatest(p_stored.confirmed_at, p_mark.made),
    confirmed_by = case when p_stored.confirmed_at is null or p_stored.confirmed_by = p_mark.made_by then p_mark.made_by end
  where id = p_stored.id
$function$
;

CREATE OR REPLACE FUNCTION public.contact_hours_of_standing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    delete from contact_hours h using changed b
    where h.student_id = b.student_id and h.semester_id = b.semester_id
      and not exists (select from standing s
        where s.student_id = b.student_id and s.semester_id = b.semester_id);
  end if;
  insert into contact_hours as h (student_id, semester_id, scheduled_minutes, attended_minutes,
    excused_minutes, left_minutes)
  select s.student_id, s.semester_id, sum(s.scheduled_minutes), sum(s.attended_minutes),
    sum(s.excused_minutes), sum(s.left_minutes)
  from (select distinct student_id, semester_id from changed) c
  join standing s on s.student_id = c.student_id and s.semester_id = c.semester_id
  group by s.student_id, s.semester_id
  order by s.student_id, s.semester_id
  on conflict (student_id, semester_id) do update set
    scheduled_minutes = excluded.scheduled_minutes, attended_minutes = excluded.attended_minutes,
    excused_minutes = excluded.excused_minutes, left_minutes = excluded.left_minutes
  where (h.scheduled_minutes, h.attended_minutes, h.excused_minutes, h.left_minutes)
    is distinct from (excluded.scheduled_minutes, excluded.attended_minutes,
      excluded.excused_minutes, excluded.left_minutes);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.default_change_date(p_schedule bigint)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select institute_now()::date + case when exists (
    select from class_meeting m
    where m.class_schedule_id = p_schedule and m.date = institute_now()::date and m.status <> 'moved'
      and (m.start_time <= institute_now()::time or carries_something(m.class_schedule_id, m.date))
  ) then 1 else 0 end
$function$
;

CREATE OR REPLACE FUNCTION public.detail_of_new_mark(p_mark new_mark, p_person roll_student, p_terms mark_terms, OUT status text, OUT detail jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  limit_of_late integer := coalesce(p_terms.late_by ->> p_person.class_type, p_terms.late::text)::int;
  limit_of_absent integer := (p_terms.absent_by ->> p_person.class_type)::int;
begin
  status := p_mark.status;
  detail := '{}';
  if p_terms.detail is not null then
    detail := jsonb_strip_nulls(p_terms.detail);
  elsif is_arrival(p_mark.how) and status_attended(p_mark.status)
    and p_mark.made_local > p_mark.starts_at and p_mark.made_local <= p_mark.ends_at
    and p_mark.now - p_mark.made < interval '24 hours' then
    if late_minutes(p_mark.made_local, p_mark.starts_at, p_mark.ends_at, limit_of_absent) is not null then
      status := 'Absent';
      detail := jsonb_build_object('arrived_at', p_mark.made);
    else
      detail := jsonb_strip_nulls(jsonb_build_object('late_minutes',
        late_minutes(p_mark.made_local, p_mark.starts_at, p_mark.ends_at, limit_of_late)));
    end if;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.door_is_open(p_starts timestamp without time zone, p_ends timestamp without time zone, p_class_type text, p_at timestamp without time zone, p_terms jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select is_open_at_door(p_starts, p_ends, p_class_type, p_at, as_door_terms(p_terms))
$function$
;

CREATE OR REPLACE FUNCTION public.drop_changes_by_hand(p_classes bigint[], p_from date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from class_meeting m
  where m.class_schedule_id = any(p_classes) and m.date >= p_from
    and m.origin = 'weekly' and m.status in ('scheduled', 'holiday')
    and not exists (
      select from weekly_meetings(p_classes, p_from, '9999-12-31') w
      where w.class_schedule_id = m.class_schedule_id and w.date = m.date
    )
    and not carries_something(m.class_schedule_id, m.date);
end $function$
;

CREATE OR REPLACE FUNCTION public.drop_exceptions_of_outcome()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from meeting_exception where meeting_id = new.meeting_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.drop_held_mark(p_mark new_mark, p_status text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  update held_mark set decision = 'dismissed', decided_at = p_mark.now, decided_by = p_mark.made_by
  where student_id = p_mark.student and class_schedule_id = p_mark.schedule and date = p_mark.date
    and status <> 'N/A' and status = coalesce(p_status, status) and made_by = p_mark.made_by
    and made_at <= p_mark.made and decision is null;
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION public.elsewhere(p_student bigint, p_room bigint, p_at timestamp without time zone, p_terms door_terms)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  lesson record;
begin
  select m.class_schedule_id, m.date, rooms_text(m.classroom_id, m.more_classroom_ids) as room_number, to_char(m.start_time, 'HH24:MI') as starts into lesson
  from enrolment e
  join class_schedule c on c.id = e.class_schedule_id and c.archived_at is null
  join class_meeting m on m.class_schedule_id = c.id and m.date = p_at::date and m.status = 'scheduled'
  where e.student_id = p_student and e.enrolled_from <= p_at::date
    and (e.enrolled_to is null or e.enrolled_to >= p_at::date)
    and m.classroom_id is distinct from p_room and not coalesce(p_room = any(m.more_classroom_ids), false)
    and is_open_at_door(m.date + m.start_time, m.date + m.end_time, c.class_type, p_at, p_terms)
  order by m.start_time limit 1;
  if not found then
    -- Or what happened with it.
    select m.status, to_char(m.moved_to, 'YYYY-MM-DD') as moved_to into lesson
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id and c.archived_at is null
    join class_meeting m on m.class_schedule_id = c.id and m.date = p_at::date and m.status in ('cancelled', 'moved')
    where e.student_id = p_student and e.enrolled_from <= p_at::date
      and (e.enrolled_to is null or e.enrolled_to >= p_at::date)
      and is_open_at_door(m.date + m.start_time, m.date + m.end_time, c.class_type, p_at, p_terms)
    order by m.start_time limit 1;
    return jsonb_build_object('outcome', 'nothing_now', 'student', p_student)
      || case when found then jsonb_build_object('facts', jsonb_strip_nulls(
        jsonb_build_object('happened', lesson.status, 'moved_to', lesson.moved_to))) else '{}' end;
  end if;
  return jsonb_build_object('outcome', 'elsewhere', 'student', p_student,
    'facts', jsonb_build_object('room', lesson.room_number, 'starts', lesson.starts));
end $function$
;

CREATE OR REPLACE FUNCTION public.end_calendar_of_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from student_calendar_link where student_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.find_marked(p_key text, p_by text, p_schedule bigint, p_date date, p_how text, p_now timestamp with time zone, p_terms mark_terms)
 RETURNS new_mark
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  mark new_mark;
  found_by text;
begin
  mark.key := p_key;
  mark.schedule := p_schedule;
  mark.date := p_date;
  mark.how := p_how;
  mark.now := p_now;
  mark.waited := p_terms.made_at is not null;
  mark.of_record := p_by = 'record' or p_terms.of_record is true;
  if p_by = 'id' then
    mark.student := p_key::bigint;
    -- Who waits to be marked is the one who stays, if two were merged meanwhile (R-MERGE-4).
    if mark.waited and not mark.of_record then
      select coalesce(s.merged_into, s.id) into mark.student from student s where s.id = mark.student;
    end if;
    -- As the previous release calls it, until it no longer runs.
    if mark.of_record then
      select id into mark.record from attendance
      where student_id = mark.student and class_schedule_id = p_schedule and date = p_date;
    end if;
  elsif mark.of_record then
    mark.record := p_key::bigint;
    select student_id into mark.student from attendance where id = mark.record;
  elsif mark.waited then
    select k.student, k.found_by into mark.student, found_by from holder_of_key(p_key, p_now, p_terms) k;
    mark.how := coalesce(p_how, found_by);
  else
    select k.student, k.found_by into mark.student, found_by from student_of_key(p_key, p_terms) k;
    mark.how := coalesce(p_how, found_by);
  end if;
  return mark;
end $function$
;

CREATE OR REPLACE FUNCTION public.finish_bulk_operation(p_id bigint)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  total integer;
begin
  perform set_act('{"operation": null}');
  delete from bulk_operation_row where operation_id = p_id and before is not distinct from after;

  -- Without a join to itself: of fresh rows the planner expects one.
  update bulk_operation_row r set
    before = (
      select jsonb_object_agg(b.key, b.value) from jsonb_each(r.before) b where b.value is distinct from r.after -> b.key
    ),
    after = (
      select jsonb_object_agg(a.key, a.value) from jsonb_each(r.after) a where a.value is distinct from r.before -> a.key
    )
  where r.operation_id = p_id and r.before is not null and r.after is not null;

  select count(*) into total from bulk_operation_row where operation_id = p_id;
  if total = 0 then
    delete from bulk_operation where id = p_id;
    return 0;
  end if;
  update bulk_operation set counts = (
    select jsonb_object_agg(t.table_name, t.counts) from (
      select r.table_name, jsonb_build_object(
        'added', count(*) filter (where r.before is null),
        'changed', count(*) filter (where r.before is not null and r.after is not null),
        'removed', count(*) filter (where r.after is null)) as counts
      from bulk_operation_row r where r.operation_id = p_id group by r.table_name
    ) t
  ) where id = p_id;
  return total;
end $function$
;

CREATE OR REPLACE FUNCTION public.first_keeps_own_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  own constant bigint := (old.co_payrolls ->> new.teacher_id::text)::bigint;
  others constant bigint[] := array(
    select k.id from unnest(old.co_teacher_ids) k(id)
    where k.id = any(new.co_teacher_ids) and k.id <> new.teacher_id and old.co_payrolls ->> k.id::text is null
  );
begin
  if own is null or new.payroll_id is distinct from old.payroll_id or act() @> '{"purpose": "adoption"}'
    or (old.payroll_id is null and others <> '{}') then
    return new;
  end if;
  new.payroll_id := own;
  new.co_payrolls := (
    select nullif(coalesce(jsonb_object_agg(k.id, old.payroll_id), '{}') || (coalesce(new.co_payrolls, '{}') - new.teacher_id::text), '{}')
    from unnest(others) k(id)
  );
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when octet_length(p_text) = char_length(p_text) then translate(lower(p_text), '''`', '')
  else translate(
    replace(replace(replace(replace(
      lower(translate(
        regexp_replace(normalize(translate(p_text, '´`', ''), nfkd),
          '[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]',
          '', 'g'),
        '''’‘ʼʻ′', '') collate "und-x-icu"),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'łøđðħıς‐‒–—−', 'loddhiσ-----') end
$function$
;

CREATE OR REPLACE FUNCTION public.former_card(p_numbers text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('student', s.id, 'student_id', s.student_id, 'first_name', s.first_name,
    'last_name', s.last_name, 'reason', c.reason, 'ended_at', c.ended_at)
  from (
    select student_id, reason, ended_at from student_card
    where number = any(card_spellings(p_numbers)) and ended_at is not null and reason <> 'corrected'
    order by ended_at desc, id desc limit 1
  ) c
  join student s on s.id = c.student_id
  where c.reason in ('replaced', 'lost', 'removed')
$function$
;

CREATE OR REPLACE FUNCTION public.free_key_form()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  scope jsonb;
  next_id bigint;
begin
  if tg_op = 'UPDATE' and (old.key_form is not distinct from new.key_form) and not exists (
    select from unnest(tg_argv) as c(name)
    where to_jsonb(old) -> c.name is distinct from to_jsonb(new) -> c.name
  ) then
    return null;
  end if;
  if tg_table_name = 'student' then
    -- Fifty thousand may change at once: the plan of this statement is made once.
    select min(t.id) into next_id from student t
    where t.key_form is null and t.rfid_number is not null and key_form(t.rfid_number) = old.key_form;
  else
    select coalesce(jsonb_object_agg(c.name, to_jsonb(old) -> c.name), '{}') into scope
    from unnest(tg_argv) with ordinality as c(name, place) where place > 1;
    execute format('select min(t.id) from %1$I t
      where t.key_form is null and t.%2$I is not null and key_form(t.%2$I) = $1 and to_jsonb(t) @> $2',
      tg_table_name, tg_argv[0]) into next_id using old.key_form, scope;
  end if;
  -- There is hardly ever one, and a statement without a row would run the triggers of the table's statements.
  if next_id is not null then
    execute format('update %1$I set key_form = $1 where id = $2', tg_table_name) using old.key_form, next_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.further_without_first()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.co_teacher_ids := nullif(array_remove(new.co_teacher_ids, new.teacher_id), '{}');
  new.more_classroom_ids := nullif(array_remove(new.more_classroom_ids, new.classroom_id), '{}');
  if tg_table_name <> 'class_meeting' then
    new.co_payrolls := (
      select jsonb_object_agg(k.key, k.value) from jsonb_each(new.co_payrolls) k
      where k.key::bigint = any(new.co_teacher_ids) and k.value <> 'null'
    );
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.has_place(p_teacher bigint, p_planned bigint, p_covering bigint, p_further bigint[], p_changed jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_teacher in (p_planned, p_covering) or p_further is not null and exists (
    select from places_of(p_planned, p_covering, null, p_further, p_changed) k where p_teacher in (k.teacher_id, k.covering_teacher_id)
  )
$function$
;

CREATE OR REPLACE FUNCTION public.hold_dates_of_archived(p_classes bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update class_meeting g set status = 'cancelled', status_before_archive = g.status, sequence = default
  from class_schedule c
  where c.id = any(p_classes) and g.class_schedule_id = c.id and c.archived_at is not null
    and g.status = 'scheduled' and g.date >= institute_now()::date
    and not carries_something(g.class_schedule_id, g.date);
  update class_meeting g set status_before_archive = null, sequence = default,
    status = case when g.date >= institute_now()::date and g.status = 'cancelled' then g.status_before_archive else g.status end
  from class_schedule c
  where c.id = any(p_classes) and g.class_schedule_id = c.id and c.archived_at is null
    and g.status_before_archive is not null;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_tap(p_device bigint, p_terms door_terms)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('outcome', case
    when (select count(*) from device_tap k where k.device_id = p_device and k.outcome = 'held')
      < p_terms.held_taps then 'held' else 'stale' end)
$function$
;

CREATE OR REPLACE FUNCTION public.hold_withdrawal(p_mark new_mark, p_stored stored_mark, p_terms mark_terms)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into held_mark (student_id, class_schedule_id, date, status, from_status, how, made_at, received_at, made_by, token_id)
  select p_mark.student, p_mark.schedule, p_mark.date, p_mark.status, p_stored.status, p_mark.how, p_mark.made, p_mark.now,
    p_mark.made_by, p_terms.token
  where not exists (
    select from held_mark h
    where h.student_id = p_mark.student and h.class_schedule_id = p_mark.schedule and h.date = p_mark.date
      and h.status = p_mark.status and h.from_status = p_stored.status and h.made_at = p_mark.made
      and h.made_by = p_mark.made_by
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.holder_of_key(p_key text, p_now timestamp with time zone, p_terms mark_terms, OUT student bigint, OUT found_by text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  plain text := p_terms.plain ->> p_key;
begin
  found_by := 'card';
  student := card_holder_at(array[p_key, plain, p_terms.cards ->> p_key], p_terms.made_at, p_now);
  if student is not null then
    return;
  end if;
  found_by := 'typed';
  student := coalesce(student_id_holder_at(p_key, p_terms.made_at, p_now),
    student_id_holder_at(plain, p_terms.made_at, p_now));
  if student is null and p_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    found_by := 'manual';
    select coalesce(s.merged_into, s.id) into student from student s where s.uuid = p_key::uuid;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.institute_now()
 RETURNS timestamp without time zone
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((act() ->> 'now')::timestamp, localtimestamp)
$function$
;

CREATE OR REPLACE FUNCTION public.is_arrival(p_how text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select p_how in ('card', 'typed', 'qr', 'door')
$function$
;

CREATE OR REPLACE FUNCTION public.is_as_seen(p_mark new_mark, p_terms mark_terms)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select p_terms.seen is null or coalesce((
    select a.status = p_terms.seen
      -- The student had no mark then, and has one since the rest was marked or the roll was closed (R-ROLL-14).
      or p_terms.seen = 'N/A' and a.how in ('rest', 'closing') and p_mark.waited and p_mark.made < a.marked_at
    from attendance a
    where a.student_id = p_mark.student and a.class_schedule_id = p_mark.schedule and a.date = p_mark.date
  ), p_terms.seen = 'N/A')
$function$
;

CREATE OR REPLACE FUNCTION public.is_away(p_changed jsonb, p_teacher bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce((p_changed -> p_teacher::text ->> 'away')::boolean, false)
$function$
;

CREATE OR REPLACE FUNCTION public.is_in_weeks(p_weeks smallint[], p_date date, p_first date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select p_weeks is null or semester_week(p_date, p_first) = any(p_weeks)
$function$
;

CREATE OR REPLACE FUNCTION public.is_on_leave(p_student bigint, p_date date)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (
    select from leave l
    where l.student_id = p_student and p_date between l.leave_from and l.leave_to and l.archived_at is null
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.is_open_at_door(p_starts timestamp without time zone, p_ends timestamp without time zone, p_class_type text, p_at timestamp without time zone, p_terms door_terms)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_at < p_ends
    and p_at >= p_starts - make_interval(mins => coalesce((p_terms.opens_by ->> p_class_type)::int, p_terms.opens))
$function$
;

CREATE OR REPLACE FUNCTION public.is_own_latest(p_mark new_mark, p_terms mark_terms)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select p_terms.takes_back is null
    or own_latest_change(p_mark.student, p_mark.schedule, p_mark.date, p_mark.made_by, p_terms.takes_back) is not null
$function$
;

CREATE OR REPLACE FUNCTION public.is_superseded(p_marked_at timestamp with time zone, p_marked_by bigint, p_made timestamp with time zone, p_user bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(p_marked_at > p_made
    and not coalesce(p_marked_by = p_user and p_marked_at <= p_made + interval '15 seconds', false), false)
$function$
;

CREATE OR REPLACE FUNCTION public.judge_mark(p_mark new_mark, p_person roll_student, p_enrolled boolean, p_terms mark_terms, OUT problem text, OUT outcome text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  roll text := coalesce(p_person.problem, 'unknown');
  arrives boolean := is_arrival(p_mark.how) and coalesce(status_attended(p_mark.status), false);
begin
  if roll not in ('none', 'missing') and not coalesce(p_mark.is_of_gone, false)
    -- Made before the class was cancelled or moved.
    and not coalesce(p_mark.took_place and roll in ('cancelled', 'moved'), false) then
    problem := roll;
  elsif p_mark.is_closed and not p_mark.is_claimed
    -- Until the class ends its students still come in.
    and not coalesce(arrives and p_mark.made_local <= p_mark.ends_at, false) then
    problem := 'closed';
  elsif p_person.archived_at is not null and not p_mark.of_record then
    outcome := 'archived';
  elsif not p_enrolled and not p_mark.of_record then
    outcome := 'not_enrolled';
  elsif lower(p_person.student_mail) = p_terms.mail then
    outcome := 'own';
  elsif not is_own_latest(p_mark, p_terms) or not is_as_seen(p_mark, p_terms) then
    outcome := 'changed_since';
  elsif was_withdrawn_since(p_mark, p_terms) then
    outcome := 'withdrawn_since';
  elsif p_mark.is_of_gone and p_terms.accepted is not true or p_mark.is_closed and p_mark.is_claimed
    and not takes_waiting_mark(p_mark.schedule, p_mark.date, p_mark.made_by, p_mark.now, p_mark.made, p_mark.ends_at,
      p_person.closed_at, p_terms)
    -- As without a time: the class has not ended yet.
    and not coalesce(arrives and p_mark.how in ('card', 'typed')
      and p_mark.now at time zone p_terms.zone <= p_person.ends_at, false) then
    outcome := 'held';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_key_form()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and not exists (
    select from unnest(tg_argv) as c(name)
    where to_jsonb(old) -> c.name is distinct from to_jsonb(new) -> c.name
  ) then
    return new;
  end if;
  new.key_form := key_form(to_jsonb(new) ->> tg_argv[0]);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_student_cards()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change jsonb := coalesce(act() -> 'card', '{}');
  at timestamptz := coalesce((change ->> 'at')::timestamptz, now());
  former jsonb;
begin
  if change ? 'respelled' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    update student_card set ended_at = at, ended_by = (change ->> 'by')::bigint,
      reason = coalesce(change ->> 'reason', case when new.rfid_number is null then 'removed' else 'replaced' end)
    where student_id = new.id and ended_at is null;
  end if;
  if new.rfid_number is not null then
    if change ->> 'reason' = 'corrected' then
      -- They have it again because the change that ended it was taken back: by that it was not replaced.
      update student_card set reason = 'corrected' where reason in ('replaced', 'removed') and id = (
        select c.id from student_card c where c.student_id = new.id and c.number = new.rfid_number
        order by c.id desc limit 1
      );
    end if;
    former := former_card(array[new.rfid_number]);
    if former ->> 'reason' in ('lost', 'replaced') and (former ->> 'student')::bigint <> new.id
      and not coalesce((change -> 'anyway')::boolean, false) then
      raise unique_violation using constraint = 'student_card_was_revoked',
        message = 'a card number was lost or replaced by another student';
    end if;
    insert into student_card (student_id, number, given_at, given_by, for_print)
    values (new.id, new.rfid_number, at, (change ->> 'by')::bigint, coalesce((
      -- Back again, it is what it was.
      select c.for_print from student_card c where c.student_id = new.id and c.number = new.rfid_number
      order by c.id desc limit 1
    ), false));
  end if;
  -- The latest twenty of each student.
  if tg_op = 'UPDATE' then
    delete from student_card where id in (
      select c.id from student_card c where c.student_id = new.id and c.ended_at is not null order by c.id desc offset 20
    );
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_student_ids()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change jsonb := coalesce(act() -> 'card', '{}');
begin
  insert into student_id_change (student_id, former_id, had_from, ended_at)
  select new.id, old.student_id, coalesce(max(c.ended_at), new.created_at), coalesce((change ->> 'at')::timestamptz, now())
  from student_id_change c where c.student_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.key_form(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(btrim(regexp_replace(normalize(p_text, nfkc), '[ \t\n\v\f\r\u0085\u1680\u2028\u2029]+', ' ', 'g'))
    collate "und-x-icu")
$function$
;

CREATE OR REPLACE FUNCTION public.label_in_class(p_name text, p_student_id text, p_subject_code text, p_start time without time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((((((p_name || ' ('::text) || p_student_id) || ') in '::text) || p_subject_code) || ' '::text) || to_char((p_start)::interval, 'HH24:MI'::text))
;

CREATE OR REPLACE FUNCTION public.label_in_waiting_class(p_name text, p_student_id text, p_title text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((p_name || ' ('::text) || p_student_id) || ') in '::text) || p_title)
;

CREATE OR REPLACE FUNCTION public.late_minutes(p_made timestamp without time zone, p_starts timestamp without time zone, p_ends timestamp without time zone, p_limit integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_limit > 0 and p_made <= p_ends then
    nullif(greatest(floor(extract(epoch from p_made - p_starts) / 60)::int, p_limit), p_limit)
  end
$function$
;

CREATE OR REPLACE FUNCTION public.latest_change(p_student bigint, p_schedule bigint, p_date date)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select max(h.id) from attendance_history h
  where h.student_id = p_student and h.class_schedule_id = p_schedule and h.date = p_date and h.again is null
$function$
;

CREATE OR REPLACE FUNCTION public.lesson_as_it_was(p_student bigint, p_room bigint, p_made timestamp with time zone, p_made_local timestamp without time zone, p_terms door_terms, OUT class_schedule_id bigint, OUT is_gone boolean)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select case when p_room is not null or came.fitting = 1 then came.id end, came.is_gone
  from (
    select c.id, count(*) over () as fitting, a.id is null as is_unmarked, was.start_time,
      c.archived_at is not null or m.id is null or m.status = 'holiday' as is_gone
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    left join class_meeting m on m.class_schedule_id = c.id and m.date = p_made_local::date
    cross join lateral (
      select w.start_time, w.end_time, w.classroom_id, w.more_classroom_ids, true as is_former
      from meeting_that_was_held(c.id, p_made_local::date, p_made) w
      union all
      select m.start_time, m.end_time, m.classroom_id, m.more_classroom_ids, false where m.status = 'scheduled' and c.archived_at is null
      order by is_former desc limit 1
    ) was
    left join attendance a on a.student_id = p_student and a.date = p_made_local::date and a.class_schedule_id = c.id
    where e.student_id = p_student and e.enrolled_from <= p_made_local::date
      and (e.enrolled_to is null or e.enrolled_to >= p_made_local::date)
      and (p_room is null or was.classroom_id = p_room or p_room = any(was.more_classroom_ids))
      and is_open_at_door(p_made_local::date + was.start_time, p_made_local::date + was.end_time, c.class_type, p_made_local,
        p_terms)
  ) came
  order by came.is_unmarked desc, came.start_time limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.lesson_at_door(p_student bigint, p_room bigint, p_made timestamp with time zone, p_made_local timestamp without time zone, p_terms door_terms)
 RETURNS TABLE(class_schedule_id bigint, date date)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  day date := p_made_local::date;
begin
  return query
  select m.class_schedule_id, m.date
  from class_meeting m
  join class_schedule c on c.id = m.class_schedule_id and c.archived_at is null
  join enrolment e on e.class_schedule_id = m.class_schedule_id and e.student_id = p_student
    and e.enrolled_from <= day and (e.enrolled_to is null or e.enrolled_to >= day)
  left join attendance a on a.student_id = p_student and a.date = day and a.class_schedule_id = m.class_schedule_id
  where (m.classroom_id = p_room or p_room = any(m.more_classroom_ids)) and m.date = day
    -- Made before it was cancelled or moved: taken, as at the teacher's screen.
    and (m.status = 'scheduled' or m.status in ('cancelled', 'moved') and p_made < m.status_changed_at)
    and is_open_at_door(m.date + m.start_time, m.date + m.end_time, c.class_type, p_made_local, p_terms)
  order by a.id is null desc, m.start_time limit 1;
end $function$
;

CREATE OR REPLACE FUNCTION public.local_instant(p_local timestamp without time zone, p_zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select least(p_local at time zone p_zone, (p_local - interval '1 hour') at time zone p_zone + interval '1 hour')
$function$
;

CREATE OR REPLACE FUNCTION public.lock_mark(p_mark new_mark)
 RETURNS stored_mark
 LANGUAGE plpgsql
AS $function$
declare
  stored stored_mark;
begin
  select id, status, how, marked_at, marked_by, confirmed_at, confirmed_by into stored from attendance
  where student_id = p_mark.student and class_schedule_id = p_mark.schedule and date = p_mark.date
  for update;
  if not found then
    raise serialization_failure using message = 'somebody else withdrew the mark in the same moment';
  end if;
  return stored;
end $function$
;

CREATE OR REPLACE FUNCTION public.lock_numbers(p_numbers text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  keys bigint[] := array(
    select distinct hashtextextended(lower(number), 0) as key from unnest(p_numbers) number where number is not null order by key
  );
begin
  insert into number_lock (key) select unnest(keys);
  delete from number_lock where key = any(keys);
end $function$
;

CREATE OR REPLACE FUNCTION public.lock_record(p_mark new_mark)
 RETURNS stored_mark
 LANGUAGE plpgsql
AS $function$
declare
  stored stored_mark;
begin
  select id, status, how, marked_at, marked_by, confirmed_at, confirmed_by into stored from attendance
  where id = p_mark.record and student_id = p_mark.student
  for update;
  if not found and exists (select from attendance where id = p_mark.record) then
    raise serialization_failure using message = 'the mark was given to another student in the same moment';
  end if;
  return stored;
end $function$
;

CREATE OR REPLACE FUNCTION public.lock_roll_student(p_student bigint, p_schedule bigint, p_date date)
 RETURNS roll_student
 LANGUAGE plpgsql
AS $function$
declare
  person roll_student;
begin
  select s.id, s.uuid, s.student_id, s.first_name, s.last_name, s.rfid_number, s.profile_image, s.archived_at,
    s.student_mail, s.merged_into, r.problem, r.class_type, r.starts_at, r.ends_at, r.closed_at, r.reopened_at,
    r.status_changed_at
  into person
  from student s left join roll_on_date(p_schedule, p_date) r on true
  where s.id = p_student
  for key share of s;
  return person;
end $function$
;

CREATE OR REPLACE FUNCTION public.lock_tapped_students(p_taps jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if jsonb_array_length(p_taps) < 2 then
    return;
  end if;
  perform from student s
  where s.id in (
    select coalesce(c.merged_into, c.id) from student c where c.rfid_number in (
      select unnest(array[t.card, t.plain]) from jsonb_to_recordset(p_taps) t(card text, plain text)
    )
    union all
    select coalesce(f.merged_into, f.id) from student f where f.key_form in (
      select key_form(t.card) from jsonb_to_recordset(p_taps) t(card text)
    )
    union all
    select coalesce(i.merged_into, i.id) from student i where lower(i.student_id) in (
      select lower(t.card) from jsonb_to_recordset(p_taps) t(card text, typed boolean) where t.typed
    )
  )
  order by s.id for no key update;
end $function$
;

CREATE OR REPLACE FUNCTION public.lock_unmarked_student(p_student bigint, p_archived_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from student s
  where s.id = p_student and s.archived_at is not distinct from p_archived_at and s.merged_into is null and s.erased_at is null
  for key share;
  if not found then
    raise serialization_failure using message = 'the student was archived, merged or erased in the same moment';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.mark_before(p_change bigint, OUT status text, OUT detail jsonb, OUT excuse_by bigint, OUT how text)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select c.from_status,
    case when status_attended(c.from_status)
      then jsonb_build_object('late_minutes', b.late_minutes, 'left_early_minutes', b.left_early_minutes)
      when b.excuse is null then '{"excuse": null, "excuse_note": null}'
      else jsonb_build_object('excuse', b.excuse) end,
    (
      select h.changed_by from attendance_history h
      where h.student_id = b.student_id and h.class_schedule_id = b.class_schedule_id and h.date = b.date and h.again is null
        and h.id > coalesce((
          select max(o.id) from attendance_history o
          where o.student_id = b.student_id and o.class_schedule_id = b.class_schedule_id and o.date = b.date
            and o.again is null and o.id < b.id and o.excuse is distinct from b.excuse
        ), 0)
      order by h.id limit 1
    ),
    (
      select coalesce(h.mark_how, h.how) from attendance_history h
      where h.student_id = b.student_id and h.class_schedule_id = b.class_schedule_id and h.date = b.date and h.again is null
        and h.id <= b.id and h.to_status = c.from_status and h.from_status is distinct from h.to_status
      order by h.id desc limit 1
    )
  from attendance_history c
  left join attendance_history b on b.id = coalesce(c.follows, (
    select max(p.id) from attendance_history p
    where p.student_id = c.student_id and p.class_schedule_id = c.class_schedule_id and p.date = c.date
      and p.again is null and p.id < c.id
  ))
  where c.id = p_change
$function$
;

CREATE OR REPLACE FUNCTION public.mark_detail_of(p_student bigint, p_schedule bigint, p_date date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select jsonb_strip_nulls(to_jsonb(d) - '{class_schedule_id,date,student_id,changed_by}'::text[])
    from mark_detail d
    where d.class_schedule_id = p_schedule and d.date = p_date and d.student_id = p_student
  ), '{}')
$function$
;

CREATE OR REPLACE FUNCTION public.mark_student(p_key text, p_by text, p_schedule bigint, p_date date, p_status text, p_how text, p_user bigint, p_now timestamp with time zone, p_terms mark_terms)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  mark new_mark;
  person roll_student;
  enrolled boolean := false;
  judged record;
begin
  perform from class_schedule where id = p_schedule for key share;
  mark := find_marked(p_key, p_by, p_schedule, p_date, p_how, p_now, p_terms);
  person := lock_roll_student(mark.student, p_schedule, p_date);
  if person.id is null then
    return unknown_key(p_key, p_by, p_terms);
  end if;
  -- Looked up again after the wait for a merge or for a card that was given on: the transaction is repeated for the other student.
  if (person.merged_into is not null or p_by = 'any' and p_key not in (person.uuid::text, person.student_id, coalesce(person.rfid_number, '')))
    and (find_marked(p_key, p_by, p_schedule, p_date, p_how, p_now, p_terms)).student is distinct from mark.student then
    raise serialization_failure using message = 'the student was merged, or got another card, in the same moment';
  end if;
  if not mark.of_record then
    perform from enrolment e
    where e.student_id = person.id and e.class_schedule_id = p_schedule
      and e.enrolled_from <= p_date and (e.enrolled_to is null or e.enrolled_to >= p_date)
    for share;
    enrolled := found;
  end if;
  mark.status := p_status;
  mark.made_by := p_user;
  mark := time_of_mark(mark, person, p_terms);
  -- Whether it was taken back or changed meanwhile is judged under the lock of the mark that is there.
  if mark.waited or p_terms.takes_back is not null or p_terms.seen is not null then
    perform from attendance
    where student_id = person.id and class_schedule_id = p_schedule and date = p_date
    for update;
    p_terms := with_what_was_before(p_terms, mark);
  end if;
  mark.author := case when p_terms.restores or p_terms.excuse_by is not null then p_terms.excuse_by else p_user end;

  judged := judge_mark(mark, person, enrolled, p_terms);
  if judged.problem is not null then
    return jsonb_build_object('problem', judged.problem);
  elsif judged.outcome is null then
    return write_mark(mark, person, p_terms);
  elsif judged.outcome = 'held' then
    insert into held_mark (student_id, class_schedule_id, date, status, how, detail, made_at, received_at, made_by, token_id)
    values (person.id, p_schedule, p_date, p_status, mark.how, p_terms.detail, mark.made, p_now, p_user, p_terms.token);
  end if;
  return answer_of_student(judged.outcome, p_key, person) || jsonb_build_object(
    -- Whose roll to look at instead.
    'merged_into', (select student_id from student where id = person.merged_into)
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.mark_students(p_request text, p_keys text[], p_by text, p_schedule bigint, p_date date, p_status text, p_how text, p_user bigint, p_now timestamp with time zone, p_terms jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  terms mark_terms := jsonb_populate_record(null::mark_terms, p_terms);
  given jsonb;
  problem text;
  print text;
begin
  if p_request is not null then
    print := md5(concat_ws(' ', p_by, p_schedule, p_date, p_status, coalesce(p_how, '-'), array_to_string(p_keys, ' '),
      terms.detail));
    given := stored_answer(p_user, p_request, print);
    if given is not null then
      return given;
    end if;
  end if;
  if cardinality(p_keys) = 1 then
    given := mark_student(p_keys[1], p_by, p_schedule, p_date, p_status, p_how, p_user, p_now, terms);
    if given ? 'problem' then
      return given;
    end if;
    given := jsonb_build_object('marks', jsonb_build_array(given));
  else
    -- Held for all of them: the roll is not closed between two marks.
    perform from class_schedule where id = p_schedule for key share;
    problem := roll_problem(p_schedule, p_date, terms);
    -- What waited for the network is taken or held by each mark's own facts.
    if problem is not null and terms.made_at is null then
      return jsonb_build_object('problem', problem);
    end if;
    select jsonb_build_object('marks', jsonb_agg(mark_student(k, p_by, p_schedule, p_date, p_status, p_how, p_user, p_now, terms)))
    into given from unnest(p_keys) as k;
    -- All of them were made at one time: while the class took place, or not.
    if given -> 'marks' @> jsonb_build_array(jsonb_build_object('problem', problem)) then
      return jsonb_build_object('problem', problem);
    end if;
    -- What a leave excuses is not changed by a selection: none of its marks is written.
    if given -> 'marks' @> '[{"problem": "excused_by_leave"}]' then
      raise exception using errcode = 'AT400', column = 'excuse', message = 'is by an approved leave: change the leave';
    end if;
  end if;
  if p_request is not null then
    perform store_answer(p_user, p_request, print, given);
  end if;
  return given;
end $function$
;

CREATE OR REPLACE FUNCTION public.may_be_forgotten(happened timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select act() @> '{"purpose": "retention"}' and happened < now() - interval '30 days'
$function$
;

CREATE OR REPLACE FUNCTION public.meeting_as_at(p_schedule bigint, p_date date, p_moment timestamp with time zone)
 RETURNS TABLE(start_time time without time zone, end_time time without time zone, classroom_id bigint, teacher_id bigint, covering_teacher_id bigint, co_teacher_ids bigint[], changed_places jsonb, more_classroom_ids bigint[], status text)
 LANGUAGE sql
 STABLE
AS $function$
  with former as (
    select f.* from former_meeting f
    where f.date = p_date and f.class_schedule_id = p_schedule and f.changed_at > p_moment
    order by f.number limit 1
  )
  select f.start_time, f.end_time, f.classroom_id, f.teacher_id, f.covering_teacher_id, f.co_teacher_ids, f.changed_places,
    f.more_classroom_ids, f.status
  from former f where f.status is not null
  union all
  select m.start_time, m.end_time, m.classroom_id, m.teacher_id, m.covering_teacher_id, m.co_teacher_ids, m.changed_places,
    m.more_classroom_ids, m.status
  from class_meeting m
  where m.class_schedule_id = p_schedule and m.date = p_date and not exists (select from former)
$function$
;

CREATE OR REPLACE FUNCTION public.meeting_that_was_held(p_schedule bigint, p_date date, p_made timestamp with time zone)
 RETURNS TABLE(start_time time without time zone, end_time time without time zone, classroom_id bigint, teacher_id bigint, covering_teacher_id bigint, co_teacher_ids bigint[], changed_places jsonb, more_classroom_ids bigint[])
 LANGUAGE sql
 STABLE
AS $function$
  select w.start_time, w.end_time, w.classroom_id, w.teacher_id, w.covering_teacher_id, w.co_teacher_ids,
    w.changed_places, w.more_classroom_ids
  from class_schedule c cross join lateral meeting_as_at(c.id, p_date, p_made) w
  where c.id = p_schedule and (c.archived_at is null or p_made < c.archived_at) and w.status = 'scheduled'
$function$
;

CREATE OR REPLACE FUNCTION public.move_week_numbers(p_semester bigint, p_by integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  former constant text := act() ->> 'purpose';
begin
  update class_schedule_pattern p set weeks = array(select week + p_by from unnest(p.weeks) week order by 1)
  from class_schedule c
  where c.semester_id = p_semester and p.class_schedule_id = c.id and p.weeks is not null;
  update confirmed_clash set weeks = array(select week + p_by from unnest(weeks) week order by 1)
  where semester_id = p_semester and weeks is not null;
  -- For the trigger: the patterns have them already.
  perform set_act('{"purpose": "adoption"}');
  update class_schedule set weeks = array(select week + p_by from unnest(weeks) week order by 1)
  where semester_id = p_semester and weeks is not null;
  perform set_act(jsonb_build_object('purpose', former));
end $function$
;

CREATE OR REPLACE FUNCTION public.note_device(p_device bigint, p_about jsonb, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update device set seen_at = p_now, version = p_about ->> 'version', battery = (p_about ->> 'battery')::int,
    waiting = (p_about ->> 'waiting')::int
  where id = p_device and (
    seen_at is null or seen_at < p_now - interval '10 seconds'
    or (p_about ->> 'version') is distinct from version
    or (p_about ->> 'battery')::int is distinct from battery
    or (p_about ->> 'waiting')::int is distinct from waiting
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.note_second_arrival(p_mark new_mark, p_result mark_result, p_terms mark_terms)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if (p_mark.how = 'door') <> ((p_result.mark).how = 'door') and is_arrival(p_mark.how) and not exists (
    select from attendance_history h
    where h.student_id = p_mark.student and h.date = p_mark.date and h.class_schedule_id = p_mark.schedule and h.again
  ) then
    insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by,
      changed_at, made_at, late_minutes, left_early_minutes, excuse, device_id, token_id, again)
    values (p_mark.student, p_mark.schedule, p_mark.date, (p_result.mark).status, (p_result.mark).status, p_mark.how,
      p_mark.made_by, p_mark.now, nullif(p_mark.made, p_mark.now), (p_result.detail ->> 'late_minutes')::int,
      (p_result.detail ->> 'left_early_minutes')::int, p_result.detail ->> 'excuse', p_terms.device, p_terms.token, true);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.outcome_at_door(p_mark jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return case
    when p_mark ->> 'problem' = 'closed' then 'closed'
    when p_mark ? 'problem' or p_mark ->> 'outcome' in ('not_enrolled', 'unknown', 'archived', 'own') then 'nothing_now'
    when p_mark ->> 'outcome' in ('superseded', 'withdrawn_since') then 'superseded'
    when not status_attended(p_mark ->> 'status') then 'absent'
    when p_mark ->> 'outcome' = 'already' then 'already'
    when p_mark -> 'detail' ? 'late_minutes' then 'late'
    else 'present'
  end;
end $function$
;

CREATE OR REPLACE FUNCTION public.own_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
      raise exception using errcode = 'AT400', column = field, message =
        case when exists (select from stored_file where key = after and released_at is null)
          then 'belongs to another record' else 'the file before was deleted' end;
    end if;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.own_latest_change(p_student bigint, p_schedule bigint, p_date date, p_user bigint, p_status text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select h.id from attendance_history h
  where h.id = latest_change(p_student, p_schedule, p_date)
    and h.changed_by = p_user and coalesce(h.to_status, 'N/A') = p_status
    and not was_made_again(p_student, p_schedule, p_date, p_user)
$function$
;

CREATE OR REPLACE FUNCTION public.owns_roll(p_schedule bigint, p_date date, p_user bigint, p_teacher bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(has_place(p_teacher, g.teacher_id, g.covering_teacher_id, g.co_teacher_ids, g.changed_places), false)
    or exists (
      select from (
        select student_id from enrolment where class_schedule_id = p_schedule
        union
        select student_id from attendance where class_schedule_id = p_schedule and date = p_date
      ) k
      join attendance_history h on h.student_id = k.student_id and h.date = p_date and h.class_schedule_id = p_schedule
      where h.changed_by = p_user and h.how not in ('qr', 'door')
        and (g.closed_at is null or h.changed_at < g.closed_at)
    )
    or g.closed_at is not null and p_user = (
      select e.done_by from roll_event e
      where e.class_schedule_id = p_schedule and e.date = p_date and e.kind = 'closed'
      order by e.id desc limit 1
    )
  from class_meeting g where g.class_schedule_id = p_schedule and g.date = p_date
$function$
;

CREATE OR REPLACE FUNCTION public.pause_guessing(p_device bigint, p_generation integer, p_paused_until timestamp with time zone, p_fresh bigint[], p_now timestamp with time zone, p_terms door_terms)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if (
    select count(distinct k.card) from device_tap k
    where k.device_id = p_device and k.received_at > p_now - interval '1 minute' and k.outcome = 'unknown'
  ) >= p_terms.unknown_cards then
    p_paused_until := p_now + interval '1 minute';
    update device set paused_until = p_paused_until where id = p_device;
  end if;
  if coalesce(p_paused_until <= p_now, true) then
    return false;
  end if;
  -- Sent again after that minute, they would say which of them were cards.
  update device_tap set silent = true
  where device_id = p_device and generation = p_generation and sequence = any(p_fresh);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.pause_pattern(p_schedule bigint, p_from date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform change_pattern(p_schedule, p_from, '{}');
  update class_schedule_pattern set paused_day_of_week = coalesce(day_of_week, paused_day_of_week), day_of_week = null
  where class_schedule_id = p_schedule and valid_from >= p_from;
end $function$
;

CREATE OR REPLACE FUNCTION public.people_of(p_teachers bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_agg(jsonb_build_object('id', t.id, 'first_name', t.first_name, 'last_name', t.last_name) order by k.position)
  from unnest(p_teachers) with ordinality k(id, position) join teacher t on t.id = k.id
$function$
;

CREATE OR REPLACE FUNCTION public.person_label(student jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select person_name(student ->> 'first_name', student ->> 'last_name') || ' (' || (student ->> 'student_id') || ')'
$function$
;

CREATE OR REPLACE FUNCTION public.person_name(p_first text, p_last text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (p_last = '–'::text) THEN p_first ELSE ((p_first || ' '::text) || p_last) END
;

CREATE OR REPLACE FUNCTION public.places_of(p_teacher bigint, p_covering bigint, p_cover_payroll bigint, p_further bigint[], p_changed jsonb)
 RETURNS TABLE(place smallint, teacher_id bigint, covering_teacher_id bigint, cover_payroll_id bigint, is_away boolean, present_id bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 0::smallint, p_teacher, p_covering, p_cover_payroll, is_away(p_changed, p_teacher),
    case when not is_away(p_changed, p_teacher) then coalesce(p_covering, p_teacher) end
  union all
  select k.place::smallint, k.id, (p_changed -> k.id::text ->> 'teacher')::bigint, (p_changed -> k.id::text ->> 'payroll')::bigint,
    is_away(p_changed, k.id),
    case when not is_away(p_changed, k.id) then coalesce((p_changed -> k.id::text ->> 'teacher')::bigint, k.id) end
  from unnest(p_further) with ordinality k(id, place)
$function$
;

CREATE OR REPLACE FUNCTION public.places_that_stay(p_changed jsonb, p_covering bigint, p_teacher bigint, p_further bigint[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_object_agg(k.key, k.value)
  from jsonb_each(p_changed) k
  where k.key::bigint = any(array[p_teacher] || p_further)
    and coalesce((k.value ->> 'teacher')::bigint <> all(array[p_teacher] || p_further), true)
    and (k.value ->> 'teacher')::bigint is distinct from p_covering
$function$
;

CREATE OR REPLACE FUNCTION public.plan_changed_classes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  given date := (act() ->> 'from')::date;
begin
  if act() @> '{"purpose": "adoption"}' then
    return null;
  end if;
  -- A check-in has the rate of its moment, so a pay code alone holds from today, also where the class has begun.
  perform change_pattern(
    changed.id,
    coalesce(given, case when changed.columns - '{payroll_id,co_payrolls}'::text[] = '{}' then institute_now()::date end, default_change_date(changed.id)),
    changed.columns, given is null)
  from (
    select n.id, jsonb_object_agg(value.key, value.value) as columns
    from after n join before o on o.id = n.id
    cross join lateral jsonb_each(to_jsonb(n)) value
    where value.key in ('day_of_week', 'start_time', 'end_time', 'classroom_id', 'teacher_id', 'payroll_id', 'weeks',
        'co_teacher_ids', 'co_payrolls', 'more_classroom_ids')
      and value.value is distinct from to_jsonb(o) -> value.key
    group by n.id
  ) changed;
  perform drop_changes_by_hand(array_agg(n.id), coalesce(given, institute_now()::date))
  from after n join before o on o.id = n.id
  where n.day_of_week <> o.day_of_week or n.weeks is distinct from o.weeks
  having count(*) > 0;
  -- An archived class has no meetings from today on; restored, it has them from that day on.
  perform pause_pattern(n.id, institute_now()::date)
  from after n join before o on o.id = n.id
  where n.archived_at is not null and o.archived_at is null;
  perform resume_pattern(n.id, institute_now()::date)
  from after n join before o on o.id = n.id
  where n.archived_at is null and o.archived_at is not null;
  perform hold_dates_of_archived(array_agg(n.id))
  from after n join before o on o.id = n.id
  where n.archived_at is null and o.archived_at is not null
  having count(*) > 0;
  perform plan_meetings(array_agg(n.id))
  from after n join before o on o.id = n.id
  where (n.archived_at is null) <> (o.archived_at is null)
    or (n.semester_id, n.day_of_week, n.weeks, n.start_time, n.end_time, n.classroom_id, n.teacher_id, n.co_teacher_ids,
        n.more_classroom_ids)
      is distinct from (o.semester_id, o.day_of_week, o.weeks, o.start_time, o.end_time, o.classroom_id, o.teacher_id,
        o.co_teacher_ids, o.more_classroom_ids)
  having count(*) > 0;
  -- What planning has not removed: dates that were changed by hand.
  perform hold_dates_of_archived(array_agg(n.id))
  from after n join before o on o.id = n.id
  where n.archived_at is not null and o.archived_at is null
  having count(*) > 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.plan_changed_holidays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  first date;
  last date;
begin
  -- The transition tables of an event exist in it alone.
  if tg_op = 'INSERT' then
    select min(date_from), max(date_to) into first, last from after;
  elsif tg_op = 'DELETE' then
    select min(date_from), max(date_to) into first, last from before;
  else
    select min(date_from), max(date_to) into first, last
    from (select date_from, date_to from before union all select date_from, date_to from after) either;
  end if;
  if first is not null then
    perform plan_meetings(null, first, last);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.plan_changed_semesters()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A class that is being added is waited for, as planners wait for each other, and is planned with the others.
  if act() ->> 'purpose' is distinct from 'rehearsal' then
    perform pg_advisory_xact_lock(hashtext('attendance.planning'));
  end if;
  -- Classes that name their weeks keep their dates, unless the transaction keeps the numbers.
  perform move_week_numbers(n.id, semester_week(o.class_start_date, n.class_start_date) - 1)
  from after n join before o on o.id = n.id
  where semester_week(o.class_start_date, n.class_start_date) <> 1 and not act() @> '{"keeps": "week_numbers"}';
  perform plan_meetings(array_agg(c.id))
  from after n join before o on o.id = n.id
  join class_schedule c on c.semester_id = n.id
  where (n.class_start_date, n.class_end_date) is distinct from (o.class_start_date, o.class_end_date)
  having count(*) > 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.plan_meetings(p_classes bigint[] DEFAULT NULL::bigint[], p_from date DEFAULT '0001-01-01'::date, p_to date DEFAULT '9999-12-31'::date)
 RETURNS integer
 LANGUAGE plpgsql
 SET jit TO 'off'
AS $function$
declare
  step integer;
  done integer := 0;
begin
  -- One planner at a time; marks do not wait for it. A transaction that takes everything back does without:
  -- others would wait for minutes, and it writes nothing that another planner could miss.
  if act() ->> 'purpose' is distinct from 'rehearsal' then
    -- Changes of a meeting lock its class, too. What a meeting carries is written under a key share of the class: it waits,
    -- or is found, wherever dates of today or before are planned.
    if p_from <= institute_now()::date then
      perform from class_schedule c
      where case when p_classes is not null then c.id = any(p_classes)
        else exists (select from class_meeting m where m.class_schedule_id = c.id and m.date between p_from and p_to) end
      order by c.id for update;
    else
      perform from class_schedule c
      where case when p_classes is not null then c.id = any(p_classes)
        else exists (select from class_meeting m where m.class_schedule_id = c.id and m.date between p_from and p_to) end
      order by c.id for no key update;
    end if;
    perform pg_advisory_xact_lock(hashtext('attendance.planning'));
  end if;

  with untouched as (
    select m.id, m.class_schedule_id, m.date
    from class_meeting m
    where (p_classes is null or m.class_schedule_id = any(p_classes)) and m.date between p_from and p_to
      and m.origin = 'weekly' and m.status in ('scheduled', 'holiday')
      and not m.own_time and not m.own_room and not m.held_on_holiday and m.covering_teacher_id is null
      and m.changed_places is null
  )
  delete from class_meeting m using (
    select u.id from untouched u
    left join weekly_meetings(p_classes, p_from, p_to) w on w.class_schedule_id = u.class_schedule_id and w.date = u.date
    where case when w.date is null then not carries_something(u.class_schedule_id, u.date) end
  ) gone
  where m.id = gone.id;
  get diagnostics step = row_count;
  done := done + step;

  with wanted as (
    select m.id, w.teacher_id,
      case when m.own_time then m.start_time else w.start_time end as start_time,
      case when m.own_time then m.end_time else w.end_time end as end_time,
      case when m.own_room then m.classroom_id else w.classroom_id end as classroom_id,
      case when m.held_on_holiday then m.status else w.status end as status,
      -- Who becomes a teacher of the class covers no one in it.
      case when m.covering_teacher_id <> all(array[w.teacher_id] || w.co_teacher_ids) then m.covering_teacher_id end
        as covering_teacher_id,
      w.co_teacher_ids,
      places_that_stay(m.changed_places, m.covering_teacher_id, w.teacher_id, w.co_teacher_ids) as changed_places,
      case when m.own_room then m.more_classroom_ids else w.more_classroom_ids end as more_classroom_ids
    from weekly_meetings(p_classes, p_from, p_to) w
    join class_meeting m on m.class_schedule_id = w.class_schedule_id and m.date = w.date
    where m.origin = 'weekly' and m.status in ('scheduled', 'holiday') and m.date between p_from and p_to
  )
  update class_meeting m set start_time = w.start_time, end_time = w.end_time, teacher_id = w.teacher_id,
    classroom_id = w.classroom_id, status = w.status, covering_teacher_id = w.covering_teacher_id,
    co_teacher_ids = w.co_teacher_ids, changed_places = w.changed_places, more_classroom_ids = w.more_classroom_ids,
    sequence = default
  from wanted w
  where m.id = w.id
    -- In this order: what meetings carry is looked up for the few that differ.
    and case when (m.start_time, m.end_time, m.teacher_id, m.classroom_id, m.status, m.co_teacher_ids, m.more_classroom_ids)
      is distinct from (w.start_time, w.end_time, w.teacher_id, w.classroom_id, w.status, w.co_teacher_ids, w.more_classroom_ids)
      -- A holiday is held again once it is none, also with a note of that date.
      then (m.status = 'holiday' and w.status <> 'holiday') or not carries_something(m.class_schedule_id, m.date) end;
  get diagnostics step = row_count;
  done := done + step;

  insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, status, co_teacher_ids,
    more_classroom_ids)
  select w.class_schedule_id, w.date, w.start_time, w.end_time, w.classroom_id, w.teacher_id, w.status, w.co_teacher_ids,
    w.more_classroom_ids
  from weekly_meetings(p_classes, p_from, p_to) w
  where not exists (
    select from class_meeting m where m.class_schedule_id = w.class_schedule_id and m.date = w.date
  )
  on conflict (class_schedule_id, date) do nothing;
  get diagnostics step = row_count;
  return done + step;
end $function$
;

CREATE OR REPLACE FUNCTION public.plan_new_classes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into class_schedule_pattern (class_schedule_id, valid_from, day_of_week, start_time, end_time, classroom_id, teacher_id, payroll_id, weeks,
    co_teacher_ids, co_payrolls, more_classroom_ids)
  select id, '0001-01-01', day_of_week, start_time, end_time, classroom_id, teacher_id, payroll_id, weeks, co_teacher_ids, co_payrolls,
    more_classroom_ids
  from added;
  perform pause_pattern(id, institute_now()::date) from added where archived_at is not null;
  perform plan_meetings(array(select id from added));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.present_teachers(p_teacher bigint, p_covering bigint, p_further bigint[], p_changed jsonb)
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return array(
    select k.present_id from places_of(p_teacher, p_covering, null, p_further, p_changed) k
    where k.present_id is not null order by k.place
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.record_added_enrolments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into bulk_operation_row (operation_id, table_name, row_key, after, label, student_id)
  select (act() ->> 'operation')::bigint, tg_table_name, x.id::text, to_jsonb(x),
    left(label_in_class(person_name(s.first_name, s.last_name), s.student_id, with_group(u.subject_code, c.group_name), c.start_time), 300),
    x.student_id
  from after x
  join student s on s.id = x.student_id
  join class_schedule c on c.id = x.class_schedule_id
  join subject u on u.id = c.subject_id
  on conflict (operation_id, table_name, row_key) do update set after = excluded.after, label = excluded.label;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_added_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into bulk_operation_row (operation_id, table_name, row_key, after, label, student_id)
  select (act() ->> 'operation')::bigint, tg_table_name, x.id::text, to_jsonb(x),
    left(label_in_waiting_class(person_name(s.first_name, s.last_name), s.student_id, w.title), 300), x.student_id
  from after x
  join student s on s.id = x.student_id
  join waiting_class w on w.id = x.waiting_class_id
  on conflict (operation_id, table_name, row_key) do update set after = excluded.after, label = excluded.label;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_bulk_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  operation constant bigint := (act() ->> 'operation')::bigint;
  first_key constant text := coalesce(tg_argv[0], 'id');
  -- `->>` of no column is null, and concat_ws leaves it out.
  second_key constant text := coalesce(tg_argv[1], '');
  -- Of a student its own number; in other tables `student_id` is the number of a student's row.
  student_key constant text := case tg_table_name when 'student' then 'id' else 'student_id' end;
begin
  if tg_op = 'INSERT' then
    insert into bulk_operation_row (operation_id, table_name, row_key, after, label, student_id)
    with n as materialized (select to_jsonb(x) - '{search,key_form}'::text[] as content from after x)
    select operation, tg_table_name, concat_ws(',', n.content ->> first_key, n.content ->> second_key), n.content,
      left(bulk_row_label(operation, tg_table_name, n.content), 300), (n.content ->> student_key)::bigint
    from n
    on conflict (operation_id, table_name, row_key) do update set after = excluded.after, label = excluded.label;
  elsif tg_op = 'UPDATE' then
    insert into bulk_operation_row (operation_id, table_name, row_key, before, after, label, student_id)
    with n as materialized (select to_jsonb(x) - '{search,key_form}'::text[] as content from after x),
      o as materialized (select to_jsonb(x) - '{search,key_form}'::text[] as content from before x)
    select operation, tg_table_name, concat_ws(',', n.content ->> first_key, n.content ->> second_key), o.content,
      n.content, left(bulk_row_label(operation, tg_table_name, n.content), 300), (n.content ->> student_key)::bigint
    from n join o
      on o.content ->> first_key = n.content ->> first_key
      and o.content ->> second_key is not distinct from n.content ->> second_key
    where o.content <> n.content
    on conflict (operation_id, table_name, row_key) do update set after = excluded.after, label = excluded.label;
  else
    insert into bulk_operation_row (operation_id, table_name, row_key, before, label, student_id)
    with o as materialized (select to_jsonb(x) - '{search,key_form}'::text[] as content from before x)
    select operation, tg_table_name, concat_ws(',', o.content ->> first_key, o.content ->> second_key), o.content,
      left(bulk_row_label(operation, tg_table_name, o.content), 300), (o.content ->> student_key)::bigint
    from o
    on conflict (operation_id, table_name, row_key) do update set after = null;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_marks(p_request text, p_keys text[], p_by text, p_schedule bigint, p_date date, p_status text, p_how text, p_user bigint, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
AS $function$
  select mark_students(p_request, p_keys, p_by, p_schedule, p_date, p_status, p_how, p_user, p_now, null)
$function$
;

CREATE OR REPLACE FUNCTION public.record_taps(p_device bigint, p_generation integer, p_taps jsonb, p_about jsonb, p_now timestamp with time zone, p_terms jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  own record;
  tap record;
  result jsonb;
  answers jsonb := '[]';
  fresh bigint[] := '{}';
  paused boolean;
  terms door_terms := as_door_terms(p_terms);
begin
  -- Calls of one device wait for one another.
  select d.generation, d.revoked_at, d.paused_until into own from device d where d.id = p_device for no key update;
  if not found or own.generation <> p_generation then
    return jsonb_build_object('problem', 'key');
  elsif own.revoked_at is not null and not takes_held_taps(p_device, own.revoked_at, p_taps, terms) then
    return jsonb_build_object('problem', 'revoked');
  end if;
  perform lock_tapped_students(p_taps);
  for tap in
    select t.* from jsonb_to_recordset(p_taps) t(sequence bigint, card text, plain text, at timestamptz, typed boolean)
    order by t.sequence
  loop
    result := answer_of_known_tap(p_device, p_generation, tap.sequence, tap.card, tap.at);
    if result is null then
      terms.typed := coalesce(tap.typed, false);
      result := take_tap(p_device, p_generation, tap.sequence, tap.card, tap.plain, tap.at, own.revoked_at, p_now, terms);
      insert into device_tap (device_id, generation, sequence, card, typed, tapped_at, received_at, outcome, student_id,
        teacher_id, class_schedule_id, date, facts)
      values (p_device, p_generation, tap.sequence, tap.card, tap.typed, least(tap.at, p_now), p_now, result ->> 'outcome',
        (result ->> 'student')::bigint, (result ->> 'teacher')::bigint, (result ->> 'class_schedule')::bigint,
        (result ->> 'date')::date, result -> 'facts');
      result := result || jsonb_build_object('at', least(tap.at, p_now), 'fresh', true);
      fresh := fresh || tap.sequence;
    end if;
    answers := answers || (result || jsonb_build_object('sequence', tap.sequence, 'name', coalesce(
      (select s.first_name from student s where s.id = (result ->> 'student')::bigint),
      (select t.first_name from teacher t where t.id = (result ->> 'teacher')::bigint))));
  end loop;
  paused := pause_guessing(p_device, p_generation, own.paused_until, fresh, p_now, terms);
  perform note_device(p_device, p_about, p_now);
  return jsonb_build_object('answers', answers, 'paused', paused);
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_ambiguous_card()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed bigint[];
begin
  if tg_op = 'INSERT' then
    changed := array(select id from after);
  else
    changed := array(
      select a.id from after a join before b on b.id = a.id
      where (a.student_id, a.rfid_number) is distinct from (b.student_id, b.rfid_number)
    );
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  perform lock_numbers(array(
    select x.number from student s, lateral (values (s.student_id), (s.rfid_number)) as x (number) where s.id = any(changed)
  ));
  if exists (
    select from student s join student other on lower(other.student_id) = lower(s.rfid_number)
    where s.id = any(changed) and other.id <> s.id
  ) or exists (
    select from student s join student other on lower(other.rfid_number) = lower(s.student_id)
    where s.id = any(changed) and other.id <> s.id
  ) then
    raise unique_violation using constraint = 'student_card_is_a_student_id',
      message = 'a card number equals the student id of another student';
  end if;
  if exists (
    select from student s join teacher t on t.key_form = key_form(s.rfid_number) where s.id = any(changed)
  ) or exists (
    select from student s join teacher t on lower(t.card_number) = lower(s.student_id) where s.id = any(changed)
  ) then
    raise unique_violation using constraint = 'student_card_is_a_teachers',
      message = 'a card number equals the card number of a teacher';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_answer_of_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  marks jsonb := new.answer -> 'marks';
  is_erased boolean;
begin
  -- A tap has one mark, and nearly all answers are of taps.
  if jsonb_array_length(marks) = 1 then
    select s.erased_at is not null and marks #>> '{0,student_id}' <> s.student_id into is_erased
    from student s where s.id = (marks #>> '{0,student}')::bigint for key share;
  else
    select bool_or(erased) into is_erased from (
      select s.erased_at is not null and m ->> 'student_id' <> s.student_id as erased
      from jsonb_array_elements(marks) m join student s on s.id = (m ->> 'student')::bigint
      order by s.id for key share of s
    ) locked;
  end if;
  if is_erased then
    raise serialization_failure using message = 'a student was erased in the same moment';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_card_of_student()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform lock_numbers(array[new.card_number]);
  if exists (
    select from student s
    where s.key_form = key_form(new.card_number) or lower(s.student_id) = lower(new.card_number)
  ) then
    raise unique_violation using constraint = 'teacher_card_is_a_students',
      message = 'a card number equals the card number or student id of a student';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change_of_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and may_be_forgotten(old.at) then
    return old;
  end if;
  -- The answer is filled in once, with what it was about where only the answer has it.
  if tg_op = 'UPDATE' and old.status is null and new.status is not null and new.about @> old.about
    and to_jsonb(new) - 'status' - 'about' = to_jsonb(old) - 'status' - 'about' then
    return new;
  end if;
  if tg_op = 'UPDATE' and act() @> '{"purpose": "erasure"}'
    and to_jsonb(new) - 'actor' - 'about' - 'session' = to_jsonb(old) - 'actor' - 'about' - 'session'
    and (new.session is not distinct from old.session or (old.kind = 'sign_in' and new.session = 'erased ' || old.id)) and new.about - 'email' = old.about - 'email'
    and new.actor in (old.actor, 'erased') and coalesce(new.about ->> 'email', '') in (coalesce(old.about ->> 'email', ''), 'erased') then
    return new;
  end if;
  raise exception 'the audit log is append-only';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change_of_closed_pay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  closed date := (select closed_until from pay_closing order by id desc limit 1);
begin
  if (tg_op <> 'INSERT' and old.date <= closed) or (tg_op <> 'DELETE' and new.date <= closed) then
    raise exception using errcode = 'AT409',
      message = format('Pay is closed until %s: check-ins of these days do not change. They change again after the days are opened in the Timesheet Admin Portal, with a reason.', to_char(closed, 'FMDD Mon YYYY'));
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change_of_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception using errcode = 'AT409', message = 'The data of this student were erased; nothing can be changed any more.';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change_of_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and may_be_forgotten(old.changed_at) then
    return old;
  end if;
  raise exception 'the history of marks is append-only';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change_of_pay_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and may_be_forgotten(old.changed_at) then
    return old;
  end if;
  raise exception 'the history of check-ins is append-only';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_emptying()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_reserved_student_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception using errcode = 'AT400', column = 'student_id', message = 'must not begin with ~';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_row_of_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  gone timestamptz;
begin
  -- The lock waits for an erasure that is under way.
  select erased_at into gone from student where id = new.student_id for key share;
  if gone is not null then
    raise exception using errcode = 'AT409', message = 'The data of this student were erased; nothing can be added any more.';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.repeated_tap(p_device bigint, p_card text, p_plain text, p_student bigint, p_made timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select jsonb_build_object('outcome', 'repeat', 'student', k.student_id, 'teacher', k.teacher_id,
      'class_schedule', k.class_schedule_id, 'date', k.date,
      'facts', coalesce(k.facts, '{}') || jsonb_build_object('of', k.outcome))
    from device_tap k
    where k.device_id = p_device and k.card = p_card
      and k.tapped_at > p_made - interval '1 minute' and k.tapped_at < p_made + interval '1 minute'
      and k.outcome in ('present', 'late', 'absent', 'already', 'teacher')
      and case when p_student is not null then k.student_id = p_student
        else k.teacher_id = teacher_of_card(p_card, p_plain) end
      -- What it did was not taken back since.
      and case when k.outcome = 'teacher' then exists (
          select from payroll_log l
          where l.teacher_id = k.teacher_id and l.class_schedule_id = k.class_schedule_id and l.date = k.date
        )
        else exists (
          select from attendance a
          where a.student_id = k.student_id and a.class_schedule_id = k.class_schedule_id and a.date = k.date
            and status_attended(a.status) = (k.outcome <> 'absent')
        )
      end
    order by k.tapped_at desc limit 1
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.resume_pattern(p_schedule bigint, p_from date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform change_pattern(p_schedule, p_from, '{}');
  update class_schedule_pattern set day_of_week = paused_day_of_week, paused_day_of_week = null
  where class_schedule_id = p_schedule and valid_from >= p_from and paused_day_of_week is not null;
  -- Another class had taken over from it: it has the weekday of its columns again.
  update class_schedule_pattern p set day_of_week = c.day_of_week
  from class_schedule c
  where c.id = p_schedule and p.class_schedule_id = c.id and p.valid_from >= p_from and not exists (
    select from class_schedule_pattern held
    where held.class_schedule_id = c.id and held.valid_from >= p_from and held.day_of_week is not null
  );
  -- Archived and restored on one day, a class is as it was.
  delete from class_schedule_pattern p using class_schedule_pattern earlier
  where p.class_schedule_id = p_schedule and p.valid_from = p_from
    and earlier.class_schedule_id = p_schedule and earlier.valid_from = (
      select max(valid_from) from class_schedule_pattern
      where class_schedule_id = p_schedule and valid_from < p_from
    )
    and to_jsonb(p) - 'valid_from' = to_jsonb(earlier) - 'valid_from';
  perform adopt_patterns(array[p_schedule]);
end $function$
;

CREATE OR REPLACE FUNCTION public.roll_closed(p_date date, p_closed_at timestamp with time zone, p_reopened_at timestamp with time zone, p_edit_days integer, p_today date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select p_closed_at is not null
    or (p_edit_days > 0 and p_today > greatest(p_date, p_reopened_at::date) + p_edit_days)
$function$
;

CREATE OR REPLACE FUNCTION public.roll_on_date(p_schedule bigint, p_date date)
 RETURNS TABLE(problem text, class_type text, starts_at timestamp without time zone, ends_at timestamp without time zone, closed_at timestamp with time zone, reopened_at timestamp with time zone, status_changed_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select
    case
      when c.archived_at is not null then 'archived'
      when m.status = 'scheduled' then 'none'
      when m.status is not null then m.status
      else unplanned_problem(c.id, p_date)
    end,
    c.class_type, p_date + coalesce(m.start_time, c.start_time), p_date + coalesce(m.end_time, c.end_time),
    m.closed_at, m.reopened_at, m.status_changed_at
  from class_schedule c left join class_meeting m on m.class_schedule_id = c.id and m.date = p_date
  where c.id = p_schedule
$function$
;

CREATE OR REPLACE FUNCTION public.roll_problem(p_schedule bigint, p_date date, p_terms mark_terms)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select case
      when r.problem is null then 'unknown'
      when r.problem not in ('none', 'missing') then r.problem
      when roll_closed(p_date, r.closed_at, r.reopened_at, p_terms.edit_days, p_terms.today)
        then 'closed'
    end
    from (select 1) one left join roll_on_date(p_schedule, p_date) r on true
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.rooms_of(p_rooms bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_agg(jsonb_build_object('id', r.id, 'room_number', r.room_number, 'capacity', r.capacity) order by k.position)
  from unnest(p_rooms) with ordinality k(id, position) join classroom r on r.id = k.id
$function$
;

CREATE OR REPLACE FUNCTION public.rooms_text(p_first bigint, p_more bigint[])
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select (select room_number from classroom where id = p_first) || coalesce((
    select ' (' || string_agg(r.room_number, ', ' order by k.position) || ')'
    from unnest(p_more) with ordinality k(id, position) join classroom r on r.id = k.id
  ), '')
$function$
;

CREATE OR REPLACE FUNCTION public.seats_of(p_capacity integer, p_more bigint[])
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select case when p_capacity = 0 or coalesce(bool_or(r.capacity = 0), false) then 0
    else p_capacity + coalesce(sum(r.capacity), 0)::int end
  from classroom r where r.id = any(p_more)
$function$
;

CREATE OR REPLACE FUNCTION public.semester_week(p_date date, p_first date)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select ((p_date - extract(isodow from p_date)::int) - (p_first - extract(isodow from p_first)::int)) / 7 + 1
$function$
;

CREATE OR REPLACE FUNCTION public.set_act(p_fields jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  select set_config('attendance.act', jsonb_strip_nulls(act() || p_fields)::text, true)
$function$
;

CREATE OR REPLACE FUNCTION public.set_mark_detail(p_student bigint, p_schedule bigint, p_date date, p_detail jsonb, p_user bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if p_detail ? 'excuse_note' and not p_detail ? 'excuse' then
    raise exception using errcode = 'AT400', column = 'excuse_note', message = 'only with an excuse';
  end if;
  if p_detail = '{}' then
    delete from mark_detail where class_schedule_id = p_schedule and date = p_date and student_id = p_student;
  else
    insert into mark_detail (class_schedule_id, date, student_id, late_minutes, left_early_minutes, excuse, excuse_note,
      arrived_at, changed_by)
    values (p_schedule, p_date, p_student, (p_detail ->> 'late_minutes')::int, (p_detail ->> 'left_early_minutes')::int,
      p_detail ->> 'excuse', p_detail ->> 'excuse_note', (p_detail ->> 'arrived_at')::timestamptz, p_user)
    on conflict (class_schedule_id, date, student_id) do update set
      late_minutes = excluded.late_minutes, left_early_minutes = excluded.left_early_minutes, excuse = excluded.excuse,
      excuse_note = excluded.excuse_note, arrived_at = excluded.arrived_at, changed_by = excluded.changed_by;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.set_owner_of_pay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    new.class_teacher_id := coalesce(
      new.class_teacher_id,
      -- The payee's own place, or the first one.
      (select coalesce(k.present_id, k.teacher_id) from class_meeting m
        cross join lateral places_of(m.teacher_id, m.covering_teacher_id, null, m.co_teacher_ids, m.changed_places) k
        where m.class_schedule_id = new.class_schedule_id and m.date = new.date
        order by k.present_id is distinct from new.teacher_id, k.place limit 1),
      (select teacher_id from class_schedule where id = new.class_schedule_id)
    );
    if new.owner_id is not null then
      return new;
    end if;
  elsif new.teacher_id = old.teacher_id then
    return new;
  end if;
  select u.id into new.owner_id from teacher t join app_user u on u.email = t.email where t.id = new.teacher_id;
  if not found then
    insert into app_user (email, name)
    select t.email, person_name(t.first_name, t.last_name) from teacher t where t.id = new.teacher_id
    on conflict (email) do nothing;
    select u.id into new.owner_id from teacher t join app_user u on u.email = t.email where t.id = new.teacher_id;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.sort_name(p_first text, p_last text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (p_last = '–'::text) THEN p_first ELSE p_last END
;

CREATE OR REPLACE FUNCTION public.standing_of_archived()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into standing_due (student_id)
  select n.id from after n join before o on o.id = n.id
  where (n.archived_at is null) <> (o.archived_at is null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.standing_of_classes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into standing_due (class_schedule_id) select distinct class_schedule_id from after;
  elsif tg_op = 'DELETE' then
    insert into standing_due (class_schedule_id) select distinct class_schedule_id from before;
  else
    insert into standing_due (class_schedule_id)
    select distinct n.class_schedule_id from after n join before o on o.id = n.id
    where (n.date, n.start_time, n.end_time, n.status, n.closed_at is null)
      is distinct from (o.date, o.start_time, o.end_time, o.status, o.closed_at is null);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.standing_of_enrolments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into standing_due (student_id, class_schedule_id)
    select distinct student_id, class_schedule_id from before;
  end if;
  if tg_op <> 'DELETE' then
    -- A new enrolment changes no counts where its meetings are still to come, as at a semester's start;
    -- tomorrow's included, since the database may be in another time zone than the institute.
    with given as (
      select student_id, class_schedule_id, min(enrolled_from) as enrolled_from
      from after group by student_id, class_schedule_id
    ), latest as materialized (
      select c.class_schedule_id, (
        select g.date from class_meeting g
        where g.class_schedule_id = c.class_schedule_id and (g.date <= institute_now()::date + 1
          or exists (select from attendance a where a.class_schedule_id = g.class_schedule_id and a.date = g.date))
        order by g.date desc limit 1
      ) as date
      from (select distinct class_schedule_id from given) c
    )
    insert into standing_due (student_id, class_schedule_id, is_counted)
    select x.student_id, x.class_schedule_id, tg_op = 'INSERT' and coalesce(l.date < x.enrolled_from, true)
    from given x join latest l on l.class_schedule_id = x.class_schedule_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.standing_of_students()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into standing_due (student_id) select distinct student_id from before;
  end if;
  if tg_op <> 'DELETE' then
    insert into standing_due (student_id) select distinct student_id from after;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.standing_of_subjects()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into standing_due (student_id)
  select distinct e.student_id from after n join before o on o.id = n.id
  join enrolment e on e.class_schedule_id = n.id
  where (n.subject_id, n.semester_id, n.class_type)
    is distinct from (o.subject_id, o.semester_id, o.class_type);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.stands_over(p_at timestamp with time zone, p_by bigint, p_mark new_mark, p_terms mark_terms)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select p_mark.waited
    and is_superseded(p_at, p_by, p_mark.made, case when p_terms.device is null then p_mark.made_by end)
$function$
;

CREATE OR REPLACE FUNCTION public.status_attended(p_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select p_status in ('Present')
$function$
;

CREATE OR REPLACE FUNCTION public.store_answer(p_user bigint, p_key text, p_print text, p_answer jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into attendance_request (user_id, key, answer, fingerprint) values (p_user, p_key, p_answer, p_print)
  on conflict do nothing;
  if not found then
    raise serialization_failure using message = 'the key was used in the same moment';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.store_former_meetings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- Older states are deleted (server/people/privacy/retention.ts).
  since constant date := institute_now()::date - 400;
  until constant date := institute_now()::date + 1;
  -- Other users see a change when its transaction ends: they mark what was there before.
  moment constant timestamptz := coalesce((act() ->> 'at')::timestamptz, now()) + (clock_timestamp() - now());
  present constant bigint := pg_current_xact_id()::text::bigint;
begin
  -- Of several changes in one transaction the first has the state that was there, the last the moment.
  if tg_op = 'DELETE' then
    insert into former_meeting (date, class_schedule_id, transaction, changed_at, start_time, end_time, classroom_id,
      teacher_id, covering_teacher_id, co_teacher_ids, changed_places, more_classroom_ids, status)
    select o.date, o.class_schedule_id, present, moment, o.start_time, o.end_time, o.classroom_id, o.teacher_id,
      o.covering_teacher_id, o.co_teacher_ids, o.changed_places, o.more_classroom_ids, o.status
    from before o where o.date between since and until
    on conflict (date, class_schedule_id, transaction) do update set changed_at = excluded.changed_at;
  elsif tg_op = 'UPDATE' then
    insert into former_meeting (date, class_schedule_id, transaction, changed_at, start_time, end_time, classroom_id,
      teacher_id, covering_teacher_id, co_teacher_ids, changed_places, more_classroom_ids, status)
    select o.date, o.class_schedule_id, present, moment, o.start_time, o.end_time, o.classroom_id, o.teacher_id,
      o.covering_teacher_id, o.co_teacher_ids, o.changed_places, o.more_classroom_ids, o.status
    from before o join after n on n.id = o.id
    where o.date between since and until
      and (o.date, o.class_schedule_id, o.start_time, o.end_time, o.classroom_id, o.teacher_id, o.covering_teacher_id, o.co_teacher_ids,
          o.changed_places, o.more_classroom_ids, o.status)
        is distinct from (n.date, n.class_schedule_id, n.start_time, n.end_time, n.classroom_id, n.teacher_id,
          n.covering_teacher_id, n.co_teacher_ids, n.changed_places, n.more_classroom_ids, n.status)
    on conflict (date, class_schedule_id, transaction) do update set changed_at = excluded.changed_at;
    -- On the date to which a meeting goes there was none.
    insert into former_meeting (date, class_schedule_id, transaction, changed_at)
    select n.date, n.class_schedule_id, present, moment
    from after n join before o on o.id = n.id
    where (n.date, n.class_schedule_id) <> (o.date, o.class_schedule_id) and n.date between since and until
    on conflict (date, class_schedule_id, transaction) do update set changed_at = excluded.changed_at;
  else
    insert into former_meeting (date, class_schedule_id, transaction, changed_at)
    select n.date, n.class_schedule_id, present, moment from after n where n.date between since and until
    on conflict (date, class_schedule_id, transaction) do update set changed_at = excluded.changed_at;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.store_further_of_meeting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from meeting_co_teacher where class_meeting_id = new.id;
  delete from meeting_more_room where class_meeting_id = new.id;
  insert into meeting_co_teacher (class_meeting_id, position, teacher_id, covering_teacher_id, cover_payroll_id, is_away)
  select new.id, p.place, p.teacher_id, p.covering_teacher_id, p.cover_payroll_id, p.is_away
  from places_of(new.teacher_id, new.covering_teacher_id, new.cover_payroll_id, new.co_teacher_ids, new.changed_places) p
  where p.place > 0;
  insert into meeting_more_room (class_meeting_id, position, classroom_id)
  select new.id, k.position, k.id from unnest(new.more_classroom_ids) with ordinality k(id, position);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.store_further_of_pattern()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from pattern_co_teacher where class_schedule_id = new.class_schedule_id and valid_from = new.valid_from;
  delete from pattern_more_room where class_schedule_id = new.class_schedule_id and valid_from = new.valid_from;
  insert into pattern_co_teacher (class_schedule_id, valid_from, position, teacher_id, payroll_id)
  select new.class_schedule_id, new.valid_from, k.position, k.id, (new.co_payrolls ->> k.id::text)::bigint
  from unnest(new.co_teacher_ids) with ordinality k(id, position);
  insert into pattern_more_room (class_schedule_id, valid_from, position, classroom_id)
  select new.class_schedule_id, new.valid_from, k.position, k.id
  from unnest(new.more_classroom_ids) with ordinality k(id, position);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.stored_answer(p_user bigint, p_key text, p_print text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  given jsonb;
  known text;
begin
  select r.answer, r.fingerprint into given, known from attendance_request r where r.user_id = p_user and r.key = p_key;
  -- Answers that an earlier version wrote have no fingerprint.
  if known is distinct from p_print and known is not null then
    return jsonb_build_object('problem', 'request');
  end if;
  return given;
end $function$
;

CREATE OR REPLACE FUNCTION public.student_at_door(p_device bigint, p_student bigint, p_room bigint, p_made timestamp with time zone, p_made_local timestamp without time zone, p_waited boolean, p_now timestamp with time zone, p_terms door_terms)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  is_typed boolean := coalesce(p_terms.typed, false);
  marks mark_terms := p_terms.marks;
  lesson record;
  answer jsonb;
begin
  if p_waited then
    select l.class_schedule_id, p_made_local::date as date, l.is_gone into lesson
    from lesson_as_it_was(p_student, p_room, p_made, p_made_local, p_terms) l;
  else
    select l.class_schedule_id, l.date, false as is_gone into lesson
    from lesson_at_door(p_student, p_room, p_made, p_made_local, p_terms) l;
  end if;
  if lesson.class_schedule_id is null or lesson.is_gone and p_terms.accepted_by is null then
    perform lock_unmarked_student(p_student, null);
    if lesson.is_gone or p_room is null then
      return hold_tap(p_device, p_terms) || jsonb_build_object('student', p_student);
    end if;
    -- Where a student is now is for who has the card.
    answer := elsewhere(p_student, p_room, p_made_local, p_terms);
    return case when is_typed then answer - 'facts' else answer end;
  end if;
  marks.made_at := p_made;
  marks.device := p_device;
  marks.accepted := lesson.is_gone;
  answer := mark_student(p_student::text, 'id', lesson.class_schedule_id, lesson.date, 'Present', 'door',
    p_terms.accepted_by, p_now, marks);
  if outcome_at_door(answer) = 'nothing_now' then
    perform lock_unmarked_student(p_student, null);
    -- The class was found before its row was locked.
    if not exists (
      select from lesson_at_door(p_student, p_room, p_made, p_made_local, p_terms) l
      where not p_waited and l.class_schedule_id = lesson.class_schedule_id and l.date = lesson.date
      union all
      select from lesson_as_it_was(p_student, p_room, p_made, p_made_local, p_terms) l
      where p_waited and l.class_schedule_id = lesson.class_schedule_id and l.is_gone = lesson.is_gone
    ) then
      raise serialization_failure using message = 'the class or the enrolment changed in the same moment';
    end if;
  end if;
  return jsonb_build_object(
    'student', coalesce((answer ->> 'student')::bigint, p_student), 'class_schedule', lesson.class_schedule_id, 'date', lesson.date,
    'changed', answer ->> 'outcome' in ('marked', 'changed'), 'outcome', outcome_at_door(answer),
    'facts', jsonb_strip_nulls(jsonb_build_object('late_minutes', answer -> 'detail' -> 'late_minutes'))
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.student_id_holder_at(p_id text, p_at timestamp with time zone, p_now timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  with had as (
    select coalesce(s.merged_into, s.id) as who, h.text = p_id as is_exact, h.ended_at
    from (
      select i.id, i.student_id as text, null::timestamptz as ended_at, coalesce(
        (select max(c.ended_at) from student_id_change c where c.student_id = i.id), i.created_at) as had_from
      from student i where lower(i.student_id) = lower(p_id)
      union all
      select c.student_id, c.former_id, c.ended_at, c.had_from
      from student_id_change c where lower(c.former_id) = lower(p_id)
    ) h
    join student s on s.id = h.id
    -- A clock that was changed has written times of the future: they count from the beginning.
    where coalesce(h.had_from <= p_at or h.had_from > p_now, true) and coalesce(h.ended_at > p_at, true)
  )
  select who from had
  where is_exact or (select count(distinct who) from had) = 1
  order by is_exact desc, ended_at desc nulls first limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.student_of_id(p_id text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (select min(s.id) from student s where lower(s.student_id) = lower(p_id) having count(*) = 1);
end $function$
;

CREATE OR REPLACE FUNCTION public.student_of_key(p_key text, p_terms mark_terms, OUT student bigint, OUT found_by text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  -- Without what a reader or a page had added to it.
  plain text := p_terms.plain ->> p_key;
begin
  found_by := 'card';
  select s.id into student from student s where s.rfid_number = p_key;
  if found then
    return;
  end if;
  found_by := 'typed';
  select s.id into student from student s where s.student_id = p_key;
  if found then
    return;
  end if;
  student := student_of_id(p_key);
  if student is null and p_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    found_by := 'manual';
    select s.id into student from student s where s.uuid = p_key::uuid;
  end if;
  if student is null and plain is not null then
    select s.id into student from student s where s.rfid_number = plain;
    if not found then
      student := student_of_id(plain);
    end if;
  end if;
  -- In the form in which the institute stores card numbers: a card, never an ID.
  if student is null and p_terms.cards ? p_key then
    select s.id into student from student s where s.rfid_number = p_terms.cards ->> p_key;
    if found then
      found_by := 'card';
    end if;
  end if;
  -- In other letters.
  if student is null then
    select s.id into student from student s where s.key_form = key_form(p_key);
    if found then
      found_by := 'card';
    end if;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.student_of_tap(p_card text, p_plain text, p_typed boolean, p_made timestamp with time zone, p_now timestamp with time zone, p_corrected boolean, OUT student bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  had bigint;
begin
  if tap_has_waited(p_made, p_now) then
    student := tap_holder_at(p_card, p_plain, p_typed, p_made, p_now);
    return;
  end if;
  if p_typed then
    -- In other letters too; where two differ by them alone, neither is meant.
    select s.id into student from student s
    where lower(s.student_id) = lower(p_card) and (s.student_id = p_card or not exists (
      select from student o where lower(o.student_id) = lower(p_card) and o.id <> s.id
    ));
  end if;
  if student is null then
    select s.id into student from student s where s.rfid_number in (p_card, p_plain) limit 1;
  end if;
  if student is null and not p_typed then
    select s.id into student from student s where s.key_form = key_form(p_card);
  end if;
  select coalesce(s.merged_into, s.id) into student from student s where s.id = student;
  if changed_hands_since(p_card, p_plain, p_typed, p_made, p_now) then
    had := tap_holder_at(p_card, p_plain, p_typed, p_made, p_now);
    student := case when p_corrected or had = student then had end;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_back(p_mark new_mark, p_stored stored_mark, p_closed_at timestamp with time zone, p_terms mark_terms)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  after text;
begin
  if p_mark.made <= p_closed_at then
    after := 'Absent';
    update attendance set status = after, how = 'closing', marked_by = p_mark.made_by, marked_at = p_closed_at,
      confirmed_at = null, confirmed_by = null
    where id = p_stored.id;
    delete from mark_detail
    where class_schedule_id = p_mark.schedule and date = p_mark.date and student_id = p_mark.student;
  else
    delete from attendance where id = p_stored.id;
  end if;
  insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by, changed_at,
    made_at, token_id)
  values (p_mark.student, p_mark.schedule, p_mark.date, p_stored.status, after,
    case when after is null then p_mark.how else 'closing' end, p_mark.made_by, p_mark.now,
    nullif(p_mark.made, p_mark.now), p_terms.token);
  return after;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_mark(p_key text, p_by text, p_schedule bigint, p_date date, p_status text, p_how text, p_user bigint, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
AS $function$
  select mark_student(p_key, p_by, p_schedule, p_date, p_status, p_how, p_user, p_now, null)
$function$
;

CREATE OR REPLACE FUNCTION public.take_tap(p_device bigint, p_generation integer, p_sequence bigint, p_card text, p_plain text, p_at timestamp with time zone, p_revoked_at timestamp with time zone, p_now timestamp with time zone, p_terms door_terms)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  made timestamptz := least(p_at, p_now);
  -- By the attendant of a tablet (R-DOOR-6).
  is_typed boolean := coalesce(p_terms.typed, false);
  is_accepted boolean := p_terms.accepted_by is not null;
  has_waited boolean := tap_has_waited(made, p_now);
  made_local timestamp := made at time zone (p_terms.marks).zone;
  room bigint;
  person record;
  answer jsonb;
begin
  if p_at > p_now + interval '5 minutes' then
    return jsonb_build_object('outcome', 'future');
  elsif p_revoked_at is not null then
    return jsonb_build_object('outcome', case when made < p_revoked_at then 'held' else 'revoked' end);
  end if;
  select d.classroom_id into room from device_room d
  where d.device_id = p_device and d.since <= made order by d.since desc limit 1;
  if room is null and not is_accepted then
    -- Read by the same tablet while it was another device.
    return hold_tap(p_device, p_terms);
  elsif tap_is_stale(p_device, p_generation, p_sequence, made, p_now, p_terms) then
    return jsonb_build_object('outcome', 'stale');
  end if;
  select s.id, s.archived_at into person
  from student s where s.id = student_of_tap(p_card, p_plain, is_typed, made, p_now,
    coalesce(p_terms.corrected, false) or is_accepted);
  answer := repeated_tap(p_device, p_card, p_plain, person.id, made);
  if answer is not null then
    return answer;
  end if;

  if person.id is null then
    return teacher_at_door(p_device, p_card, p_plain, is_typed, room, made_local, case when has_waited then made end, p_now,
      p_terms);
  elsif person.archived_at is not null then
    perform lock_unmarked_student(person.id, person.archived_at);
    return jsonb_build_object('outcome', 'archived', 'student', person.id);
  end if;
  return student_at_door(p_device, person.id, room, made, made_local, has_waited, p_now, p_terms);
end $function$
;

CREATE OR REPLACE FUNCTION public.takes_held_taps(p_device bigint, p_revoked_at timestamp with time zone, p_taps jsonb, p_terms door_terms)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (select from jsonb_to_recordset(p_taps) t(at timestamptz) where t.at < p_revoked_at)
    and hold_tap(p_device, p_terms) ->> 'outcome' = 'held';
end $function$
;

CREATE OR REPLACE FUNCTION public.takes_waiting_mark(p_schedule bigint, p_date date, p_user bigint, p_now timestamp with time zone, p_made timestamp with time zone, p_ends_at timestamp without time zone, p_closed_at timestamp with time zone, p_terms mark_terms)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (p_terms.manages or owns_roll(p_schedule, p_date, p_user, p_terms.teacher))
    and p_now <= closed.at + interval '24 hours'
    and (p_made at time zone p_terms.zone <= p_ends_at or p_made <= closed.at), false)
  from (
    select coalesce(p_closed_at, (p_date + p_terms.edit_days + 1)::timestamp at time zone p_terms.zone) as at
  ) closed
$function$
;

CREATE OR REPLACE FUNCTION public.tap_has_waited(p_made timestamp with time zone, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_now - p_made > interval '1 minute';
$function$
;

CREATE OR REPLACE FUNCTION public.tap_holder_at(p_card text, p_form text, p_typed boolean, p_at timestamp with time zone, p_now timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(case when p_typed then student_id_holder_at(p_card, p_at, p_now) end,
    card_holder_at(array[p_card, p_form], p_at, p_now))
$function$
;

CREATE OR REPLACE FUNCTION public.tap_is_stale(p_device bigint, p_generation integer, p_sequence bigint, p_made timestamp with time zone, p_now timestamp with time zone, p_terms door_terms)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if p_made >= p_now - interval '24 hours' or p_terms.accepted_by is not null then
    return false;
  end if;
  return not (coalesce(p_terms.corrected, false) and coalesce((
    select k.tapped_at <= p_made + interval '5 minutes' and k.outcome <> 'future' from device_tap k
    where k.device_id = p_device and (k.generation, k.sequence) < (p_generation, p_sequence)
    order by k.generation desc, k.sequence desc limit 1
  ), p_sequence = 1 and p_made >= (select created_at from device where id = p_device)));
end $function$
;

CREATE OR REPLACE FUNCTION public.teacher_at_door(p_device bigint, p_card text, p_plain text, p_typed boolean, p_room bigint, p_made timestamp without time zone, p_waited timestamp with time zone, p_now timestamp with time zone, p_terms door_terms)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  answer jsonb := teacher_tap(p_card, p_plain, p_room, p_made, p_waited, p_terms);
begin
  return case
    when p_typed and answer ? 'teacher' then jsonb_build_object('outcome', 'unknown')
    when answer ->> 'outcome' in ('teacher', 'held')
      and (p_terms.accepted_by is not null or p_made::date <> (p_now at time zone (p_terms.marks).zone)::date)
      then jsonb_build_object('outcome', 'stale', 'teacher', answer -> 'teacher')
    when answer ->> 'outcome' = 'held'
      then hold_tap(p_device, p_terms) || jsonb_build_object('teacher', answer -> 'teacher')
    else answer
  end;
end $function$
;

CREATE OR REPLACE FUNCTION public.teacher_lesson(p_teacher bigint, p_room bigint, p_at timestamp without time zone, p_terms door_terms, OUT class_schedule_id bigint, OUT date date, OUT is_here boolean, OUT room_number text, OUT starts text, OUT is_gone boolean)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select m.class_schedule_id, m.date, is_in_room, rooms_text(m.classroom_id, m.more_classroom_ids), to_char(m.start_time, 'HH24:MI'), false
  from class_meeting m
  join class_schedule c on c.id = m.class_schedule_id and c.archived_at is null
  join lateral places_of(m.teacher_id, m.covering_teacher_id, null, m.co_teacher_ids, m.changed_places) k
    on k.present_id = p_teacher
  cross join lateral (select m.classroom_id = p_room or coalesce(p_room = any(m.more_classroom_ids), false)) here(is_in_room)
  where m.date = p_at::date and m.status = 'scheduled'
    and p_at < m.date + m.end_time
    and p_at >= m.date + m.start_time - make_interval(mins => p_terms.check_in_before)
  order by is_in_room desc, exists (
    select from payroll_log l where l.class_schedule_id = m.class_schedule_id and l.date = m.date and l.teacher_id = p_teacher
  ), m.start_time limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.teacher_lesson_as_it_was(p_teacher bigint, p_room bigint, p_made timestamp with time zone, p_at timestamp without time zone, p_terms door_terms, OUT class_schedule_id bigint, OUT date date, OUT is_here boolean, OUT room_number text, OUT starts text, OUT is_gone boolean)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select c.id, p_at::date, here.is_in_room, rooms_text(was.classroom_id, was.more_classroom_ids), to_char(was.start_time, 'HH24:MI'),
    c.archived_at is not null or m.id is null or m.status = 'holiday'
  from (
    select g.class_schedule_id as id from class_meeting g
    where g.date = p_at::date and has_place(p_teacher, g.teacher_id, g.covering_teacher_id, g.co_teacher_ids, g.changed_places)
    union
    select f.class_schedule_id from former_meeting f
    where f.date = p_at::date and f.changed_at > p_made 
      and has_place(p_teacher, f.teacher_id, f.covering_teacher_id, f.co_teacher_ids, f.changed_places)
  ) own
  join class_schedule c on c.id = own.id
  left join class_meeting m on m.class_schedule_id = c.id and m.date = p_at::date
  cross join lateral (
    select w.start_time, w.end_time, w.classroom_id, w.more_classroom_ids, w.teacher_id, w.covering_teacher_id, w.co_teacher_ids,
      w.changed_places, true as is_former
    from meeting_that_was_held(c.id, p_at::date, p_made) w
    union all
    select m.start_time, m.end_time, m.classroom_id, m.more_classroom_ids, null, null, null, null, false where m.status = 'scheduled' and c.archived_at is null
    order by is_former desc limit 1
  ) was
  cross join lateral (
    select was.classroom_id = p_room or coalesce(p_room = any(was.more_classroom_ids), false) as is_in_room
  ) here
  where p_teacher in (
    select k.present_id from places_of(coalesce(m.teacher_id, was.teacher_id),
      case when m.id is null then was.covering_teacher_id else m.covering_teacher_id end, null,
      case when m.id is null then was.co_teacher_ids else m.co_teacher_ids end,
      case when m.id is null then was.changed_places else m.changed_places end) k
  )
    and p_at < p_at::date + was.end_time
    and p_at >= p_at::date + was.start_time - make_interval(mins => p_terms.check_in_before)
  order by here.is_in_room desc, was.start_time limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.teacher_of_card(p_card text, p_plain text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select t.id from teacher t where t.card_number in (p_card, p_plain) or t.key_form = key_form(p_card)
  order by t.card_number = p_card desc, t.card_number = p_plain desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.teacher_tap(p_card text, p_plain text, p_room bigint, p_at timestamp without time zone, p_waited timestamp with time zone, p_terms door_terms)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  person record;
  lesson record;
  former jsonb;
begin
  select t.id, t.archived_at into person from teacher t where t.id = teacher_of_card(p_card, p_plain);
  if not found then
    former := former_card(array[p_card, p_plain]);
    return case when former is null then jsonb_build_object('outcome', 'unknown')
      else jsonb_build_object('outcome', 'old_card', 'student', former -> 'student') end;
  elsif person.archived_at is not null then
    return jsonb_build_object('outcome', 'archived', 'teacher', person.id);
  end if;
  if p_waited is null then
    select * into lesson from teacher_lesson(person.id, p_room, p_at, p_terms);
  else
    select * into lesson from teacher_lesson_as_it_was(person.id, p_room, p_waited, p_at, p_terms);
  end if;
  if lesson.class_schedule_id is null then
    return jsonb_build_object('outcome', 'nothing_now', 'teacher', person.id);
  elsif not lesson.is_here then
    return jsonb_build_object('outcome', 'elsewhere', 'teacher', person.id,
      'facts', jsonb_build_object('room', lesson.room_number, 'starts', lesson.starts));
  end if;
  return jsonb_build_object('outcome', case when lesson.is_gone then 'held' else 'teacher' end, 'teacher', person.id,
    'class_schedule', lesson.class_schedule_id, 'date', lesson.date);
end $function$
;

CREATE OR REPLACE FUNCTION public.teachers_text(p_teachers bigint[])
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select string_agg(person_name(t.first_name, t.last_name), ', ' order by k.position)
  from unnest(p_teachers) with ordinality k(id, position) join teacher t on t.id = k.id
$function$
;

CREATE OR REPLACE FUNCTION public.time_of_mark(p_mark new_mark, p_person roll_student, p_terms mark_terms)
 RETURNS new_mark
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  opens timestamptz;
  first_act timestamptz;
  starts time;
  ends time;
begin
  if p_mark.waited then
    p_mark.made := least(p_mark.now, p_terms.made_at);
    select w.start_time, w.end_time into starts, ends from meeting_that_was_held(p_mark.schedule, p_mark.date, p_mark.made) w;
  end if;
  if p_mark.waited and p_terms.device is null then
    opens := local_instant(coalesce(p_mark.date + starts, p_person.starts_at)
      - make_interval(mins => coalesce((p_terms.opens_by ->> p_person.class_type)::int, p_terms.opens, 15)), p_terms.zone);
  end if;
  if p_terms.made_at < opens then
    select least(min(coalesce(h.made_at, h.changed_at)), p_person.status_changed_at) into first_act
    from attendance_history h
    where h.student_id = p_mark.student and h.class_schedule_id = p_mark.schedule and h.date = p_mark.date;
  end if;
  p_mark.made := case
    when not p_mark.waited then p_mark.now
    -- A device's clock is corrected, and its tap has found its class by the time.
    when p_terms.device is not null then least(p_mark.now, p_terms.made_at)
    else waited_made_at(p_mark.now, opens, first_act, p_terms.made_at)
  end;
  if p_mark.made > p_terms.made_at then
    select w.start_time, w.end_time into starts, ends from meeting_that_was_held(p_mark.schedule, p_mark.date, p_mark.made) w;
  end if;
  p_mark.took_place := p_mark.waited and starts is not null;
  p_mark.starts_at := coalesce(p_mark.date + starts, p_person.starts_at);
  p_mark.ends_at := coalesce(p_mark.date + ends, p_person.ends_at);
  p_mark.made_local := p_mark.made at time zone p_terms.zone;
  -- A device and a signed code prove the time; a user's claim does not (R-ROLL-25).
  p_mark.is_claimed := p_mark.waited and p_mark.how <> 'qr'
    -- Nor where the room has no class of that time any more, and an administrator has accepted it.
    and (p_terms.device is null or coalesce(p_terms.accepted, false));
  -- The class has gone from the date since: what a user made or a code proves is not lost (R-ROLL-25).
  -- An accepted mark was held before: it is also written where its class has gone since then.
  p_mark.is_of_gone := (p_mark.took_place or coalesce(p_terms.accepted, false)) and p_person.problem in ('archived', 'holiday', 'semester', 'weekday', 'week')
    and (p_mark.is_claimed or p_mark.how = 'qr') and p_mark.status is not null;
  p_mark.is_closed := p_terms.accepted is not true and roll_closed(p_mark.date, p_person.closed_at, p_person.reopened_at,
    p_terms.edit_days, p_terms.today);
  return p_mark;
end $function$
;

CREATE OR REPLACE FUNCTION public.unfit_detail(p_status text, p_detail jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return case
    when not status_attended(p_status)
      and (p_detail ->> 'late_minutes' is not null or p_detail ->> 'left_early_minutes' is not null) then 'detail_of_present'
    when status_attended(p_status) and p_detail ->> 'excuse' is not null then 'detail_of_absent'
  end;
end $function$
;

CREATE OR REPLACE FUNCTION public.unknown_key(p_key text, p_by text, p_terms mark_terms)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  numbers text[] := array[p_key, p_terms.plain ->> p_key, p_terms.cards ->> p_key];
  former jsonb := case when p_by = 'any' then former_card(numbers) end;
begin
  if former is not null then
    -- Waits for an erasure that is under way: the answer is stored.
    perform from student s where s.id = (former ->> 'student')::bigint for key share;
    former := former_card(numbers);
  end if;
  return jsonb_strip_nulls(jsonb_build_object('outcome', 'unknown', 'key', p_key, 'former', former));
end $function$
;

CREATE OR REPLACE FUNCTION public.unplanned_problem(p_schedule bigint, p_date date)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select case
      when p.day_of_week is distinct from extract(isodow from p_date)::int then 'weekday'
      when p_date not between m.class_start_date and m.class_end_date then 'semester'
      when not is_in_weeks(p.weeks, p_date, m.class_start_date) then 'week'
      when exists (
        select from holiday h where h.date_to >= p_date and h.date_from <= p_date and h.archived_at is null
      ) then 'holiday'
      else 'missing'
    end
    from class_schedule c
    join semester m on m.id = c.semester_id
    left join lateral (
      select own.day_of_week, own.weeks from class_schedule_pattern own
      where own.class_schedule_id = c.id and own.valid_from <= p_date order by own.valid_from desc limit 1
    ) p on true
    where c.id = p_schedule
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.waited_made_at(p_now timestamp with time zone, p_opens timestamp with time zone, p_first timestamp with time zone, p_made timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_now < p_opens or p_first < p_opens or p_made >= p_opens - interval '3 hours' then least(p_now, p_made)
    else greatest(least(p_now, p_made), p_opens) end
$function$
;

CREATE OR REPLACE FUNCTION public.was_made_again(p_student bigint, p_schedule bigint, p_date date, p_user bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from attendance a
    where a.student_id = p_student and a.class_schedule_id = p_schedule and a.date = p_date
      and a.confirmed_at is not null and a.confirmed_by is distinct from p_user
  )
$function$
;

CREATE OR REPLACE FUNCTION public.was_withdrawn_since(p_mark new_mark, p_terms mark_terms)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if not p_mark.waited or p_mark.of_record or p_terms.accepted then
    return false;
  end if;
  return not exists (
    select from attendance a
    where a.student_id = p_mark.student and a.class_schedule_id = p_mark.schedule and a.date = p_mark.date
  ) and coalesce((
    select h.to_status is null and stands_over(coalesce(h.made_at, h.changed_at), h.changed_by, p_mark, p_terms)
      and not coalesce((
        select b.from_status is null and b.how in ('rest', 'closing') from attendance_history b
        where b.student_id = h.student_id and b.class_schedule_id = h.class_schedule_id and b.date = h.date and b.id < h.id
        order by b.id desc limit 1
      ), false)
    from attendance_history h
    where h.student_id = p_mark.student and h.class_schedule_id = p_mark.schedule and h.date = p_mark.date
    order by h.id desc limit 1
  ), false);
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_of_enrolments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from webhook where disabled_at is null and 'enrolments' = any(kinds)) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into webhook_delivery (webhook_id, event, subject, student_id, class_schedule_id, at)
    select w.id, 'enrolment.created', 'student ' || e.student_id, e.student_id, e.class_schedule_id, now()
    from after e cross join webhook w where w.disabled_at is null and 'enrolments' = any(w.kinds)
    order by e.id, w.id;
  elsif tg_op = 'DELETE' then
    insert into webhook_delivery (webhook_id, event, subject, student_id, class_schedule_id, at)
    select w.id, 'enrolment.deleted', 'student ' || e.student_id, e.student_id, e.class_schedule_id, now()
    from before e cross join webhook w where w.disabled_at is null and 'enrolments' = any(w.kinds)
    order by e.id, w.id;
  else
    insert into webhook_delivery (webhook_id, event, subject, student_id, class_schedule_id, at)
    select w.id, 'enrolment.changed', 'student ' || e.student_id, e.student_id, e.class_schedule_id, now()
    from after e join before o on o.id = e.id
    cross join webhook w
    where w.disabled_at is null and 'enrolments' = any(w.kinds)
      and (e.student_id, e.class_schedule_id, e.enrolled_from, e.enrolled_to)
        is distinct from (o.student_id, o.class_schedule_id, o.enrolled_from, o.enrolled_to)
    order by e.id, w.id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_of_meetings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from webhook where disabled_at is null and 'meetings' = any(kinds)) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into webhook_delivery (webhook_id, event, subject, class_schedule_id, date, at)
    select w.id, 'meeting.created', 'class ' || m.class_schedule_id, m.class_schedule_id, m.date, now()
    from after m cross join webhook w where w.disabled_at is null and 'meetings' = any(w.kinds)
    order by m.id, w.id;
  elsif tg_op = 'DELETE' then
    insert into webhook_delivery (webhook_id, event, subject, class_schedule_id, date, at)
    select w.id, 'meeting.deleted', 'class ' || m.class_schedule_id, m.class_schedule_id, m.date, now()
    from before m cross join webhook w where w.disabled_at is null and 'meetings' = any(w.kinds)
    order by m.id, w.id;
  else
    insert into webhook_delivery (webhook_id, event, subject, class_schedule_id, date, at)
    select w.id, 'meeting.changed', 'class ' || m.class_schedule_id, m.class_schedule_id, m.date, now()
    from after m join before o on o.id = m.id
    cross join webhook w
    where w.disabled_at is null and 'meetings' = any(w.kinds)
      and (m.date, m.start_time, m.end_time, m.classroom_id, m.teacher_id, m.covering_teacher_id, m.status, m.moved_to,
          m.co_teacher_ids, m.changed_places, m.more_classroom_ids)
        is distinct from (o.date, o.start_time, o.end_time, o.classroom_id, o.teacher_id, o.covering_teacher_id, o.status,
          o.moved_to, o.co_teacher_ids, o.changed_places, o.more_classroom_ids)
    order by m.id, w.id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_of_students()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from webhook where disabled_at is null and 'students' = any(kinds)) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into webhook_delivery (webhook_id, event, subject, student_id, at)
    select w.id, 'student.created', 'student ' || s.id, s.id, now()
    from after s cross join webhook w where w.disabled_at is null and 'students' = any(w.kinds)
    order by s.id, w.id;
  elsif tg_op = 'DELETE' then
    insert into webhook_delivery (webhook_id, event, subject, student_id, at)
    select w.id, 'student.deleted', 'student ' || s.id, s.id, now()
    from before s cross join webhook w where w.disabled_at is null and 'students' = any(w.kinds)
    order by s.id, w.id;
  else
    -- An erasure leaves an anonymous row.
    insert into webhook_delivery (webhook_id, event, subject, student_id, at)
    select w.id, case when s.erased_at is not null and o.erased_at is null then 'student.deleted' else 'student.changed' end,
      'student ' || s.id, s.id, now()
    from after s join before o on o.id = s.id
    cross join webhook w
    where w.disabled_at is null and 'students' = any(w.kinds)
      and o.erased_at is null and s is distinct from o
    order by s.id, w.id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.weekly_meetings(p_classes bigint[], p_from date, p_to date)
 RETURNS TABLE(class_schedule_id bigint, date date, start_time time without time zone, end_time time without time zone, classroom_id bigint, teacher_id bigint, status text, co_teacher_ids bigint[], more_classroom_ids bigint[])
 LANGUAGE sql
 STABLE
AS $function$
  select c.id, (first.date + 7 * week.number)::date, p.start_time, p.end_time, p.classroom_id, p.teacher_id,
    case when exists (
      select from holiday h
      where h.date_to >= first.date + 7 * week.number and h.date_from <= first.date + 7 * week.number
        and h.archived_at is null
    ) then 'holiday' else 'scheduled' end,
    p.co_teacher_ids, p.more_classroom_ids
  from class_schedule c
  join semester m on m.id = c.semester_id
  join lateral (
    select own.*, lead(own.valid_from) over (order by own.valid_from) - 1 as valid_to
    from class_schedule_pattern own where own.class_schedule_id = c.id
  ) p on true
  cross join lateral (
    select greatest(p.valid_from, m.class_start_date, p_from) as since,
      least(p.valid_to, m.class_end_date, p_to) as until
  ) span
  cross join lateral (
    -- The first such weekday on or after the beginning.
    select span.since + mod(p.day_of_week - extract(isodow from span.since)::int + 7, 7) as date
  ) first
  cross join lateral generate_series(0, (span.until - first.date) / 7) as week(number)
  where (p_classes is null or c.id = any(p_classes)) and p.day_of_week is not null and first.date <= span.until
    and is_in_weeks(p.weeks, (first.date + 7 * week.number)::date, m.class_start_date)
$function$
;

CREATE OR REPLACE FUNCTION public.weeks_text(p_weeks smallint[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(string_agg(case when first = last then first::text else first || '-' || last end, ',' order by first), '')
  from (
    select min(week) as first, max(week) as last
    from (select week, week - row_number() over (order by week) as range from unnest(p_weeks) week where week > 0) numbered
    group by range
  ) ranges
$function$
;

CREATE OR REPLACE FUNCTION public.with_group(p_text text, p_group text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select p_text || coalesce(' · ' || p_group, '')
$function$
;

CREATE OR REPLACE FUNCTION public.with_what_was_before(p_terms mark_terms, p_mark new_mark)
 RETURNS mark_terms
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  before record;
begin
  if p_terms.takes_back is null then
    return p_terms;
  end if;
  before := mark_before(latest_change(p_mark.student, p_mark.schedule, p_mark.date));
  if before.status = p_mark.status then
    p_terms.detail := before.detail;
    p_terms.restores := true;
    p_terms.excuse_by := before.excuse_by;
    p_terms.mark_how := before.how;
  end if;
  return p_terms;
end $function$
;

CREATE OR REPLACE FUNCTION public.withdraw_mark(p_student bigint, p_schedule bigint, p_date date, p_status text, p_record bigint, p_user bigint, p_now timestamp with time zone, p_terms mark_terms)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  person roll_student;
  mark new_mark;
  stored stored_mark;
  answer jsonb;
  was_held boolean;
begin
  perform from class_schedule where id = p_schedule for key share;
  -- The one who stays, if two were merged meanwhile (R-MERGE-4).
  p_student := (select coalesce(s.merged_into, s.id) from student s where s.id = p_student);
  person := lock_roll_student(p_student, p_schedule, p_date);
  if person.id is null then
    return jsonb_build_object('outcome', 'unchanged');
  elsif person.merged_into is not null then
    raise serialization_failure using message = 'the student was merged in the same moment';
  end if;
  answer := jsonb_build_object('student', p_student, 'student_id', person.student_id,
    'name', person_name(person.first_name, person.last_name));
  mark.student := p_student;
  mark.schedule := p_schedule;
  mark.date := p_date;
  mark.status := 'N/A';
  mark.how := 'manual';
  mark.made_by := p_user;
  mark.now := p_now;
  mark.waited := p_terms.made_at is not null;
  mark := time_of_mark(mark, person, p_terms);
  if person.problem in ('cancelled', 'moved', 'archived') and not coalesce(mark.took_place, false) then
    return jsonb_build_object('problem', person.problem);
  elsif mark.is_closed and not mark.waited then
    return jsonb_build_object('problem', 'closed');
  elsif lower(person.student_mail) = p_terms.mail then
    return answer || '{"outcome": "own"}';
  end if;
  -- First: a user who accepts it at this moment has written the mark afterwards.
  was_held := mark.waited and p_terms.accepted is not true and drop_held_mark(mark, p_status);
  select id, status, how, marked_at, marked_by, confirmed_at, confirmed_by into stored from attendance
  where student_id = p_student and class_schedule_id = p_schedule and date = p_date
  for update;
  if p_record is not null and stored.id is distinct from p_record and exists (select from attendance where id = p_record) then
    raise serialization_failure using message = 'the mark was given to another student in the same moment';
  end if;
  if stored.id is null or stored.id <> p_record or stored.status <> p_status or not is_own_latest(mark, p_terms) then
    return answer || case when was_held then '{"outcome": "withdrawn", "dismissed": true}' else '{"outcome": "unchanged"}' end::jsonb
      || jsonb_build_object('has_mark', stored.id is not null);
  elsif stands_over(stored.marked_at, stored.marked_by, mark, p_terms)
    or stands_over(stored.confirmed_at, stored.confirmed_by, mark, p_terms) then
    return answer || '{"outcome": "superseded"}';
  elsif mark.is_of_gone and p_terms.accepted is not true or mark.is_closed and not takes_waiting_mark(
    p_schedule, p_date, p_user, p_now, mark.made, mark.ends_at, person.closed_at, p_terms) then
    perform hold_withdrawal(mark, stored, p_terms);
    return answer || '{"outcome": "held"}';
  end if;
  return answer || jsonb_build_object('outcome', 'withdrawn', 'status', take_back(mark, stored, person.closed_at, p_terms));
end $function$
;

CREATE OR REPLACE FUNCTION public.write_mark(p_mark new_mark, p_person roll_student, p_terms mark_terms)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  stored stored_mark;
  result mark_result;
begin
  if p_mark.of_record then
    stored := lock_record(p_mark);
    if stored.id is null then
      return jsonb_build_object('outcome', 'unknown', 'key', p_mark.key);
    end if;
    p_mark.status := coalesce(p_mark.status, stored.status);
    result.problem := unfit_detail(p_mark.status, p_terms.detail);
    if result.problem is not null then
      return jsonb_build_object('problem', result.problem);
    end if;
  end if;
  if p_person.problem in ('missing', 'holiday', 'semester', 'weekday', 'week') or p_mark.is_of_gone then
    perform add_meeting_as_at(p_mark.schedule, p_mark.date, p_mark.made);
    perform add_missing_meeting(p_mark.schedule, p_mark.date);
  end if;
  select d.status, d.detail into p_mark.status, result.detail from detail_of_new_mark(p_mark, p_person, p_terms) d;
  if not p_mark.of_record then
    result.mark := add_mark(p_mark, result.detail, p_terms);
    result.outcome := 'marked';
    if (result.mark).id is null then
      stored := lock_mark(p_mark);
      if not is_own_latest(p_mark, p_terms) or not is_as_seen(p_mark, p_terms) then
        return answer_of_student('changed_since', p_mark.key, p_person);
      end if;
    end if;
  end if;
  if stored.id is not null then
    result := change_mark(p_mark, stored, result.detail, p_terms);
    if result.problem is not null then
      return jsonb_build_object('problem', result.problem);
    end if;
  end if;
  return answer_of_student(result.outcome, p_mark.key, p_person) || jsonb_build_object(
    'id', (result.mark).id, 'status', (result.mark).status, 'how', (result.mark).how, 'marked_at', (result.mark).marked_at,
    'detail', result.detail, 'closed', p_person.closed_at is not null,
    'on_leave', not status_attended((result.mark).status) and is_on_leave(p_person.id, p_mark.date)
  );
end $function$
;
