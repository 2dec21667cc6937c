-- Locks the student of a tap that marks no one, who was read before. A tap in the same moment as an archive, a merge or an
-- erasure is taken again.
create or replace function lock_unmarked_student(p_student bigint, p_archived_at timestamptz) returns void
language plpgsql as $$
begin
  perform from student s
  where s.id = p_student and s.archived_at is not distinct from p_archived_at and s.merged_into is null and s.erased_at is null
  for key share;
  if not found then
    raise serialization_failure using message = 'the student was archived, merged or erased in the same moment';
  end if;
end $$;
