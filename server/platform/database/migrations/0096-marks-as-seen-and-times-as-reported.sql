-- compatible
-- functions 3be5b87b307ddcec
-- The status that the mark had where it was seen: it is changed only while it has it.
alter type mark_terms add attribute seen text;
-- The weekly time, room and teacher of a class as the last file of its system had them (R-ROSTER-7).
alter table external_id add column reported jsonb;
