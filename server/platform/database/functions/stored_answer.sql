-- What a user's call with this key was answered; null where it is new, and the problem 'request' where the key belongs to
-- another call or body.
create or replace function stored_answer(p_user bigint, p_key text, p_print text) returns jsonb language plpgsql stable as $$
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
end $$;
