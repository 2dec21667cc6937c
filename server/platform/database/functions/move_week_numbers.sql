-- The classes of a semester whose first week is another one have other numbers on the same dates: p_by is added to each.
create or replace function move_week_numbers(p_semester bigint, p_by integer) returns void language plpgsql as $$
declare
  former constant text := act() ->> 'purpose';
begin
  update class_schedule_pattern p set weeks = array(select week + p_by from unnest(p.weeks) week order by 1)
  from class_schedule c
  where c.semester_id = p_semester and p.class_schedule_id = c.id and p.weeks is not null;
  update confirmed_clash set weeks = array(select week + p_by from unnest(weeks) week order by 1)
  where semester_id = p_semester and weeks is not null;
  -- For the trigger: the patterns have them already.
  perform set_act('{"purpose": "adoption"}');
  update class_schedule set weeks = array(select week + p_by from unnest(weeks) week order by 1)
  where semester_id = p_semester and weeks is not null;
  perform set_act(jsonb_build_object('purpose', former));
end $$;
