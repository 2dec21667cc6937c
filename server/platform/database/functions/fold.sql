-- How a text is compared when something is searched (R-SEARCH-1): without capital letters, accents and apostrophes. The
-- same as `fold` in contract/fold.ts. Not strict, so that it is inlined.
create or replace function fold(p_text text) returns text language sql immutable parallel safe as $$
  select case when octet_length(p_text) = char_length(p_text) then translate(lower(p_text), '''`', '')
  else translate(
    replace(replace(replace(replace(
      lower(translate(
        regexp_replace(normalize(translate(p_text, '´`', ''), nfkd),
          '[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]',
          '', 'g'),
        '''’‘ʼʻ′', '') collate "und-x-icu"),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'łøđðħıς‐‒–—−', 'loddhiσ-----') end
$$;
