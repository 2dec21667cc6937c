-- The name of a person; one who has one name only has the last name "–", which is never printed (R-NAME-1). The same as
-- `fullName` in contract/person-name.ts. Not strict, so that it is inlined.
create or replace function person_name(p_first text, p_last text) returns text language sql immutable parallel safe
return case when p_last = '–' then p_first else p_first || ' ' || p_last end;
