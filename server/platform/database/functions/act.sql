-- What the transaction does: the only session setting that triggers read (`server/platform/database/act.ts` lists its
-- fields). It ends with the transaction.
create or replace function act() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('attendance.act', true), ''), '{}')::jsonb
$$;
