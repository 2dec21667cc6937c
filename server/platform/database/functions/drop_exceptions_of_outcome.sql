-- A process of the previous release counted a meeting: what is stored of its exceptions is no longer true. For one release.
create or replace function drop_exceptions_of_outcome() returns trigger language plpgsql as $$
begin
  delete from meeting_exception where meeting_id = new.meeting_id;
  return null;
end $$;
create or replace trigger meeting_outcome_drops_exceptions after insert or update on meeting_outcome
  for each row execute function drop_exceptions_of_outcome();
