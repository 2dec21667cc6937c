-- What the embedded OpenID provider remembers across restarts (demo only).

create table oidc_record (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);
create index on oidc_record (grant_id);
create index on oidc_record (model, uid);
create index on oidc_record (expires_at);
