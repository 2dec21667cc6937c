import { describe, expect, it } from 'vitest';
import { ontoTheirs } from './send-settings.ts';

describe('a value that is saved over another user’s', () => {
  it.each([
    ['another type stays', { Lecture: 5 }, {}, { Tutorial: 15 }, { Lecture: 5, Tutorial: 15 }],
    ['the same type is the own one', { Lecture: 5 }, {}, { Lecture: 15 }, { Lecture: 5 }],
    ['a removed type goes', {}, { Lecture: 5 }, { Lecture: 5, Tutorial: 15 }, { Tutorial: 15 }],
    ['a type that they removed stays away', { Lab: 1, Lecture: 5 }, { Lecture: 5 }, {}, { Lab: 1 }],
    ['a single value is the own one', 5, 0, 15, 5],
    ['a list is the own one', ['Monday'], [], ['Friday'], ['Monday']],
  ])('%s', (_, own, seen, theirs, expected) => {
    expect(ontoTheirs(own, seen, theirs)).toEqual(expected);
  });
});
