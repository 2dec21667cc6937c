-- An erasure may replace an address of the erased student in the audit log by 'erased', and of a sign-in the session, which is
-- unique with the address; nothing else.
create or replace function refuse_change_of_audit() returns trigger language plpgsql as $$
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
end $$;
