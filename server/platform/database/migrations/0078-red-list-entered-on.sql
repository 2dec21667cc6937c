-- compatible
-- functions bbe10fe8be822746
-- The day on which the percentage was last typed. Unknown for entries of earlier versions.
alter table red_list add column entered_on date;
