-- An address belongs to the account that first signed in with it, for each provider: the tokens of another account that
-- names the same address are refused until an administrator releases them.

create table sign_in_binding (
  user_id bigint not null references app_user,
  issuer text not null,
  subject text not null,
  bound_at timestamptz not null default now(),
  primary key (user_id, issuer)
);

create table blocked_sign_in (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  issuer text not null,
  subject text not null,
  -- What the token says of its bearer, and the role that it would give.
  name text not null,
  role text not null,
  attempts integer not null default 1 check (attempts > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (user_id, issuer, subject)
);
