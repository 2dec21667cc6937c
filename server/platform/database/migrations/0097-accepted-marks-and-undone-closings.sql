-- compatible
-- functions 29fdff44fceda0d8
alter table operation add column room_closing_id bigint;
comment on column operation.room_closing_id is 'The closing of a room that this operation made; it is gone once the operation is undone, or somebody opened the room.';
