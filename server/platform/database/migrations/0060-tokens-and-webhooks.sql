-- compatible
-- functions dc469a4d19935151
-- Tokens of programs. Rights are what the scopes and the user's role have in common when a call is made.
create table access_token (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  user_id bigint not null references app_user (id),
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by bigint references app_user (id)
);
comment on column access_token.hash is 'SHA-256 of the token.';
comment on column access_token.scopes is 'Permissions as "Students:read".';
comment on column access_token.subject is 'The account of the sign-in service that made it: when the address is released to another one, the token ends.';
create index access_token_of_user on access_token (user_id, created_at desc);

-- Roles of the sign-in service count for tokens as long as its user signs in.
alter table app_user add column claimed_roles text[];
comment on column app_user.claimed_roles is 'Roles that the sign-in service gave at the latest sign-in; null for none.';

-- Which token a mark was made with.
alter table attendance_history add column token_id bigint;

create table webhook (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  url text not null check (length(url) <= 500),
  kinds text[] not null check (kinds <@ array['marks', 'meetings', 'enrolments', 'students'] and cardinality(kinds) > 0),
  with_names boolean not null default false,
  secret bytea not null,
  created_by bigint not null references app_user (id),
  created_at timestamptz not null,
  failures integer not null default 0,
  failing_since timestamptz,
  paused_until timestamptz,
  delivered_at timestamptz,
  disabled_at timestamptz,
  disabled_by bigint references app_user (id),
  is_mail_due boolean not null default false
);
comment on column webhook.secret is 'Encrypted with a key outside the database.';
comment on column webhook.failures is 'Attempts that failed since the latest that succeeded.';
comment on column webhook.disabled_by is 'Null when a week of failures disabled it.';
comment on column webhook.is_mail_due is 'Administrators have not been notified yet that it was disabled.';
create unique index webhook_name on webhook (lower(name));

-- Events of webhooks: ids only; names are read when a request is sent.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhook (id) on delete cascade,
  message_id uuid not null default gen_random_uuid(),
  event text not null,
  subject text not null,
  student_id bigint,
  class_schedule_id bigint,
  date date,
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz,
  leased_until timestamptz,
  attempted_at timestamptz,
  answer_code smallint,
  duration_ms integer,
  error text
);
comment on column webhook_delivery.subject is 'Events of the same subject are sent one after the other: "student 5", "class 7".';
comment on column webhook_delivery.next_at is 'When it is due; null for at once.';
comment on column webhook_delivery.leased_until is 'Until then a process is sending it.';
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, id desc);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_at nulls first, id) where state = 'waiting';
create index webhook_delivery_in_order on webhook_delivery (webhook_id, subject, id) where state = 'waiting';
create index webhook_delivery_leased on webhook_delivery (webhook_id, leased_until) where leased_until is not null;
create index webhook_delivery_failed on webhook_delivery (webhook_id) where state = 'failed';
create index webhook_delivery_of_student on webhook_delivery (student_id) where student_id is not null;
create index webhook_delivery_by_time on webhook_delivery using brin (at) with (autosummarize = on);

-- How far the history of marks is turned into events: one row.
create table webhook_progress (
  is_single boolean primary key default true check (is_single),
  history_id bigint not null,
  history_xid xid8 not null
);
comment on column webhook_progress.history_id is 'Rows of the history up to this id are done.';
comment on column webhook_progress.history_xid is 'Rows of the history of older transactions are done.';
