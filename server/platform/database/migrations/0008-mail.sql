-- Mail that is to be sent, with what it carries; and the private links of teachers' calendars.

create table mail (
  id bigint generated always as identity primary key,
  -- What it brings: the kind of export, and what was asked for.
  kind text not null,
  asked jsonb not null,
  recipient text not null,
  requested_by bigint not null references app_user,
  subject text not null,
  body text not null,
  -- handing_over: the mail server has all of it but the last line; until its answer nobody knows whether it is sent.
  state text not null default 'waiting' check (state in ('waiting', 'working', 'handing_over', 'done', 'failed')),
  reason text,
  attempts integer not null default 0,
  made_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index on mail (created_at, id);

create table mail_attachment (
  mail_id bigint not null references mail on delete cascade,
  place integer not null,
  name text not null,
  content_type text not null,
  size integer not null,
  -- Taken away once a mail server has accepted the mail.
  content bytea,
  primary key (mail_id, place)
);

-- Only a hash of the link's secret is kept: who reads the table cannot open the calendar.
create table calendar_link (
  teacher_id bigint primary key references teacher,
  secret_hash bytea not null unique,
  created_at timestamptz not null
);
