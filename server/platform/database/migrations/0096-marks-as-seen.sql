-- compatible
-- functions 3be5b87b307ddcec
-- The status that the mark had where it was seen: it is changed only while it has it.
alter type mark_terms add attribute seen text;
