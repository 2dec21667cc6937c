import type { PersonHere, PlaceOfPeople } from '#contract/attendance/building.ts';
import {
  countsOf,
  isAccountedFor,
  isMissing,
  isOther,
} from '#contract/attendance/building-counts.ts';
import { foldedWords, fold } from '#contract/fold.ts';
import { fullName, lastNameFirst } from '#contract/person-name.ts';
import type { StoredTick } from '#web/platform/offline/building-on-device.ts';
import { compareNumbered } from '#web/ui/format.ts';
import type { Here } from './queries.ts';

/** A person with the tick that waits. */
export interface ShownPerson extends PersonHere {
  /** `accounted` is what was ticked here, and not sent yet. */
  isWaiting: boolean;
}

/** The same objects for the same people: a tick among thousands draws one row. */
const withoutTick = new WeakMap<PersonHere, ShownPerson>();
function notWaiting(person: PersonHere): ShownPerson {
  const known = withoutTick.get(person) ?? { ...person, isWaiting: false };
  withoutTick.set(person, known);
  return known;
}

/** The people as this page shows them: with its ticks that wait. */
export function shownPeople(
  { people, roll_call }: Pick<Here, 'people' | 'roll_call'>,
  waiting: readonly StoredTick[],
): ShownPerson[] {
  const ticked = standingTicks(waiting.filter((tick) => tick.roll_call === roll_call?.id));
  return people.map((person) => {
    const tick = ticked.get(person.number);
    return tick ? { ...person, accounted: tick.accounted, isWaiting: true } : notWaiting(person);
  });
}

/** The latest tick of each person, without those that are taken back among them. */
export function standingTicks(ticks: readonly StoredTick[]): Map<number, StoredTick> {
  const standing = new Map<number, StoredTick>();
  for (const tick of ticks) {
    const before = standing.get(tick.person);
    if (tick.takes_back === undefined || !before) standing.set(tick.person, tick);
    else if (before.device === tick.device && before.number === tick.takes_back)
      standing.delete(tick.person);
  }
  return standing;
}

/** Which people are shown. */
export const hereFilters = ['everybody', 'missing', 'accounted', 'others'] as const;
export type HereFilter = (typeof hereFilters)[number];

export const isShown: Record<HereFilter, (person: ShownPerson) => boolean> = {
  everybody: () => true,
  missing: isMissing,
  accounted: isAccountedFor,
  others: isOther,
};

/** A room with a class, or people without one. */
export interface HereGroup {
  key: string;
  kind: PlaceOfPeople['kind'];
  title: string;
  /** What else is known of it, such as its class with its time. */
  about: string;
  /** Those who are shown. */
  people: ShownPerson[];
  /** Of everybody in it. */
  listed: number;
  expected: number;
  accounted: number;
  /** Ticked, and not expected. */
  others: number;
}

const titles = { may_have_left: 'May have left', no_class: 'Teachers without a class now' };

/** `09:00–10:00`, or nothing. */
export const timesOf = ({ start_time, end_time }: PlaceOfPeople): string =>
  start_time && end_time ? `${start_time}–${end_time}` : '';

const titleOf = ({ kind, room }: PlaceOfPeople) =>
  kind === 'class' ? (room ?? 'Without a room') : titles[kind];

const kinds: PlaceOfPeople['kind'][] = ['class', 'may_have_left', 'no_class'];

/** The groups in the order of rooms, those without a class now behind; without those of whom no one is shown. */
export function groupsOf(
  people: readonly ShownPerson[],
  places: readonly PlaceOfPeople[],
  { filter, text }: { filter: HereFilter; text: string },
): HereGroup[] {
  const words = foldedWords(text);
  const matches = (person: ShownPerson) => {
    if (!isShown[filter](person)) return false;
    if (words.length === 0) return true;
    const { room = '', class_name = '' } = places[person.place] ?? {};
    const searched = fold(
      `${fullName(person)} ${person.student_id ?? ''} ${room ?? ''} ${class_name ?? ''}`,
    );
    return words.every((word) => searched.includes(word));
  };
  const byGroup = Map.groupBy(people, ({ place: at }) => {
    const place = places[at];
    return place?.kind === 'class' ? `${at}` : (place?.kind ?? '');
  });
  const groups = [...byGroup].flatMap(([key, all]) => {
    const shown = all.filter(matches);
    const place = places[all[0]?.place ?? -1];
    if (shown.length === 0 || !place) return [];
    const about =
      place.kind === 'class' ? [place.class_name, timesOf(place)].filter(Boolean).join(', ') : '';
    return [
      {
        key,
        kind: place.kind,
        title: titleOf(place),
        about,
        people: shown,
        listed: all.length,
        ...countsOf(all),
      },
    ];
  });
  return groups.sort(
    (a, b) =>
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      compareNumbered(a.title, b.title) ||
      compareNumbered(a.about, b.about),
  );
}

/** Those who are expected and not accounted for, by name. */
export const missingOf = <Person extends PersonHere>(people: readonly Person[]): Person[] =>
  people.filter(isMissing).sort((a, b) => compareNumbered(lastNameFirst(a), lastNameFirst(b)));
