-- compatible
-- functions 5fa1159f85f13612
-- Who is absent as one of those without a mark: `rest`, and `closing` when the roll was closed.
alter table attendance
  drop constraint attendance_how_check,
  add constraint attendance_how_check
    check (how in ('card', 'typed', 'manual', 'bulk', 'import', 'rest', 'closing', 'qr', 'door')) not valid;
