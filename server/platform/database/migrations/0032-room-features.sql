-- compatible
-- What a room has besides seats, such as a projector.

alter table classroom add column features text[] not null default '{}';
