-- compatible
-- What a change of a class changed besides its patterns (subject, type, colour), so that undoing it takes back all of it.
alter table operation add column columns_before jsonb, add column columns_after jsonb;
