-- compatible
-- functions 1492fb12d2c4de02
comment on column teacher.card_number is 'In the form of the institute''s card numbers (R-CARD-1).';
