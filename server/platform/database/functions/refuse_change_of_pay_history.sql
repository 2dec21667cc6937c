-- Rows leave the history by retention only.
create or replace function refuse_change_of_pay_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_be_forgotten(old.changed_at) then
    return old;
  end if;
  raise exception 'the history of check-ins is append-only';
end $$;
