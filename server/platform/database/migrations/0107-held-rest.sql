-- compatible
-- functions 30722f59be732108
-- Those without a mark, who were marked together without the network, are held as other marks are.
alter table held_mark drop constraint held_mark_how_check;
-- squawk-ignore constraint-missing-not-valid -- the table has few rows.
alter table held_mark add constraint held_mark_how_check check (how in ('card', 'typed', 'manual', 'bulk', 'rest', 'qr'));
