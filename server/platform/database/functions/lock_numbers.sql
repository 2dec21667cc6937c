-- Until the end of the transaction no other one writes these numbers as a card or an ID: the unique key makes the other
-- one wait, and what it checks afterwards sees what was written here. Without an advisory lock, which not every engine has.
create or replace function lock_numbers(p_numbers text[]) returns void language plpgsql as $$
declare
  keys bigint[] := array(
    select distinct hashtextextended(lower(number), 0) as key from unnest(p_numbers) number where number is not null order by key
  );
begin
  insert into number_lock (key) select unnest(keys);
  delete from number_lock where key = any(keys);
end $$;
