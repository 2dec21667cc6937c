-- compatible
-- functions 6daadfb8eac9dd63
-- A tap finds the student whose key it names with invisible or full-width characters.
-- A card is compared with student IDs in any case.
create index student_card_any_case on student (lower(rfid_number));
