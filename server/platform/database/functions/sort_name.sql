-- What people are sorted by where last names order them: one who has one name only stands under it (R-NAME-2). The same
-- as `sortName` in contract/person-name.ts. Not strict, so that it is inlined.
create or replace function sort_name(p_first text, p_last text) returns text language sql immutable parallel safe
return case when p_last = '–' then p_first else p_last end;
