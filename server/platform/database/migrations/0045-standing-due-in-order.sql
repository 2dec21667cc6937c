-- compatible
-- functions 059d0b9efb16e99d
-- Hundreds of thousands of enrolments wait at the start of a semester: a step finds its rows, and reports
-- those that change counts, without reading all.
create index standing_due_in_order on standing_due (is_mark desc, id);
create index standing_due_not_counted on standing_due (id) where not is_counted;
