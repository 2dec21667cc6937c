-- compatible
-- functions aa97c82ab24c9e64
alter table attendance validate constraint attendance_how_check;
