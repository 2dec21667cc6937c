-- compatible
-- functions 144bdd44df17d033
comment on column teacher.card_number is 'In the form of the institute''s card numbers (R-CARD-1).';
