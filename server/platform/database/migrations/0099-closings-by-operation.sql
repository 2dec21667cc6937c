-- compatible
-- functions 593605b46f4170e1
create index operation_room_closing on operation (room_closing_id) where room_closing_id is not null;
