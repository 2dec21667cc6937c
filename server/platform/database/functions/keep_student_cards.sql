-- Each number that a student's card had, with who gave and ended it, and why (R-CARD-3). In the database, so that forms,
-- files, merges and older processes leave the same lines. Who changes it, when and why is `card` of act: by, at, reason;
-- anyway: also a card that somebody else lost. respelled: it is the same card in another spelling, which its line gets from
-- who rewrites it (R-CARD-2): no card ends and none is given.
create or replace function keep_student_cards() returns trigger language plpgsql as $$
declare
  change jsonb := coalesce(act() -> 'card', '{}');
  at timestamptz := coalesce((change ->> 'at')::timestamptz, now());
  former jsonb;
begin
  if change ? 'respelled' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    update student_card set ended_at = at, ended_by = (change ->> 'by')::bigint,
      reason = coalesce(change ->> 'reason', case when new.rfid_number is null then 'removed' else 'replaced' end)
    where student_id = new.id and ended_at is null;
  end if;
  if new.rfid_number is not null then
    if change ->> 'reason' = 'corrected' then
      -- They have it again because the change that ended it was taken back: by that it was not replaced.
      update student_card set reason = 'corrected' where reason in ('replaced', 'removed') and id = (
        select c.id from student_card c where c.student_id = new.id and c.number = new.rfid_number
        order by c.id desc limit 1
      );
    end if;
    former := former_card(array[new.rfid_number]);
    if former ->> 'reason' in ('lost', 'replaced') and (former ->> 'student')::bigint <> new.id
      and not coalesce((change -> 'anyway')::boolean, false) then
      raise unique_violation using constraint = 'student_card_was_revoked',
        message = 'a card number was lost or replaced by another student';
    end if;
    insert into student_card (student_id, number, given_at, given_by, for_print)
    values (new.id, new.rfid_number, at, (change ->> 'by')::bigint, coalesce((
      -- Back again, it is what it was.
      select c.for_print from student_card c where c.student_id = new.id and c.number = new.rfid_number
      order by c.id desc limit 1
    ), false));
  end if;
  -- The latest twenty of each student.
  if tg_op = 'UPDATE' then
    delete from student_card where id in (
      select c.id from student_card c where c.student_id = new.id and c.ended_at is not null order by c.id desc offset 20
    );
  end if;
  return null;
end $$;

create or replace trigger student_gets_card after insert on student
  for each row when (new.rfid_number is not null) execute function keep_student_cards();
create or replace trigger student_changes_card after update of rfid_number on student
  for each row when (old.rfid_number is distinct from new.rfid_number) execute function keep_student_cards();
