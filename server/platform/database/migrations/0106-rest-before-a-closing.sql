-- compatible
-- functions 6010612af2f51117
alter table building_roll_call_tick add column takes_back integer check (takes_back < number);
comment on column building_roll_call_tick.takes_back is 'The number of an earlier tick of this device about this person, which then does not count; this one says nothing else.';
