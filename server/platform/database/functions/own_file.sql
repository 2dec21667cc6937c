-- Keeps stored_file in step with the rows that have a file: they take it up, change it, and give it up. Addresses are no files of ours.
create or replace function own_file() returns trigger language plpgsql as $$
declare
  field text := tg_argv[0];
  before text := case when tg_op <> 'INSERT' then to_jsonb(old) ->> field end;
  after text := case when tg_op <> 'DELETE' then to_jsonb(new) ->> field end;
  other bigint;
begin
  if before is not null then
    -- Two rows may share a file from before this version: it stays while one of them has it.
    execute format('select id from %I where %I = $1 order by id limit 1', tg_table_name, field) into other using before;
    update stored_file set owner_id = coalesce(other, owner_id), released_at = case when other is null then now() end
    where key = before and owner_id = old.id;
  end if;
  if after !~ '^(/|https?:)' then
    update stored_file set owner_id = new.id
    where key = after and category = tg_argv[1] and owner_id is null and released_at is null;
    if not found then
      raise exception using errcode = 'AT400', column = field, message =
        case when exists (select from stored_file where key = after and released_at is null)
          then 'belongs to another record' else 'the file before was deleted' end;
    end if;
  end if;
  return null;
end $$;
