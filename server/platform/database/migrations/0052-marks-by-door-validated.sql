-- compatible
-- functions e4e3a1c6b8019dd8
alter table attendance validate constraint attendance_how_check;
