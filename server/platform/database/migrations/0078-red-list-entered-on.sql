-- compatible
-- functions 52ad4dcac8ca1a2a
-- The day on which the percentage was last typed. Unknown for entries of earlier versions.
alter table red_list add column entered_on date;
