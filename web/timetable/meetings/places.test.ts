import { expect, it } from 'vitest';
import type { Place } from '#contract/timetable/further.ts';
import type { Meeting } from '#contract/timetable/meeting.ts';
import { endsOfCovers, placeChoices } from './places.ts';

const tess = { id: 1, first_name: 'Tess', last_name: 'Turner' };
const theo = { id: 2, first_name: 'Theo', last_name: 'Tutor' };
const nina = { id: 3, first_name: 'Nina', last_name: 'North' };
const of = (teacher: Place['teacher'], more: Partial<Place> = {}): Place => ({
  teacher,
  cover: null,
  away: false,
  ...more,
});
const ends = (meeting: Partial<Meeting>) => endsOfCovers(meeting as Meeting);

it('places are chosen by their teacher, with who covers them (R-TEACH-2)', () => {
  const places = [of(tess, { cover: nina }), of(theo, { away: true }), of(nina)];
  expect(placeChoices(places)).toEqual([
    { value: '1', label: 'Tess Turner (covered by Nina North)' },
    { value: '2', label: 'Theo Tutor (away, the others teach)' },
    { value: '3', label: 'Nina North' },
  ]);
});

it('the cover of the only teacher ends without a place, as previous servers take it', () => {
  expect(ends({ cover: null })).toEqual([]);
  expect(ends({ cover: theo })).toEqual([{ title: 'End cover', done: 'Cover ended' }]);
});

it('each cover and absence of several teachers ends by itself', () => {
  const places = [of(tess, { cover: nina }), of(theo, { away: true })];
  expect(ends({ cover: nina, places })).toEqual([
    { title: 'End cover of Tess Turner', done: 'Cover ended', place: 1 },
    { title: 'Theo Tutor teaches again', done: 'Theo Tutor teaches again', place: 2 },
  ]);
});
