-- Ends the recording of an operation: rows that are as before go, of changed ones the changed columns stay, and the
-- operation gets its counts. Returns the number of rows; without any the operation goes too.
create or replace function finish_bulk_operation(p_id bigint) returns integer language plpgsql as $$
declare
  total integer;
begin
  perform set_act('{"operation": null}');
  delete from bulk_operation_row where operation_id = p_id and before is not distinct from after;

  -- Without a join to itself: of fresh rows the planner expects one.
  update bulk_operation_row r set
    before = (
      select jsonb_object_agg(b.key, b.value) from jsonb_each(r.before) b where b.value is distinct from r.after -> b.key
    ),
    after = (
      select jsonb_object_agg(a.key, a.value) from jsonb_each(r.after) a where a.value is distinct from r.before -> a.key
    )
  where r.operation_id = p_id and r.before is not null and r.after is not null;

  select count(*) into total from bulk_operation_row where operation_id = p_id;
  if total = 0 then
    delete from bulk_operation where id = p_id;
    return 0;
  end if;
  update bulk_operation set counts = (
    select jsonb_object_agg(t.table_name, t.counts) from (
      select r.table_name, jsonb_build_object(
        'added', count(*) filter (where r.before is null),
        'changed', count(*) filter (where r.before is not null and r.after is not null),
        'removed', count(*) filter (where r.after is null)) as counts
      from bulk_operation_row r where r.operation_id = p_id group by r.table_name
    ) t
  ) where id = p_id;
  return total;
end $$;
