-- compatible
-- functions 4c3fc28f6421a8c1
alter table attendance validate constraint attendance_how_check;
