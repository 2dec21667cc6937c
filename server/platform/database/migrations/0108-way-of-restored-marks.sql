-- compatible
-- functions 3534cc8ed05a32c8
-- An undo is made by hand, and brings back a mark that a card may have made: how the mark of a change was made, where the change
-- itself was made in another way.
alter table attendance_history add column mark_how text;
alter type mark_terms add attribute mark_how text;
