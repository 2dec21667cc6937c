-- Stores an answer in the transaction of what it is about. A call that had the same key at the same moment begins again, and
-- finds the answer of the other one.
create or replace function store_answer(p_user bigint, p_key text, p_print text, p_answer jsonb) returns void
language plpgsql as $$
begin
  insert into attendance_request (user_id, key, answer, fingerprint) values (p_user, p_key, p_answer, p_print)
  on conflict do nothing;
  if not found then
    raise serialization_failure using message = 'the key was used in the same moment';
  end if;
end $$;
