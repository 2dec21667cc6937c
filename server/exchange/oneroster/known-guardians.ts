import { fold } from '#contract/fold.ts';
import { guardianLimits } from '#contract/people/guardian.ts';
import type { GuardianLink } from './guardian-links.ts';
import type { GuardianFields, StoredGuardian, StoredLink } from './guardian-store.ts';

/** A name as it is compared. */
export const plain = (text: string): string => fold(text).replaceAll(/\s+/g, ' ');

interface Stored {
  guardians: StoredGuardian[];
  links: StoredLink[];
}

/** Whom of ours the guardians of a file are. */
export function knownGuardians({ guardians, links }: Stored, given: GuardianLink[]) {
  const keyOf = (sourcedId: string, student: number) => `${student} ${sourcedId}`;
  const byKey = new Map(links.map((link) => [keyOf(link.sourced_id, link.student), link]));
  const byId = new Map(guardians.map((guardian) => [guardian.id, guardian]));
  const byOwn = new Map(guardians.map((one) => [keyOf(one.own, one.student), one]));
  const counts = new Map<number, number>();
  for (const { student } of guardians) counts.set(student, (counts.get(student) ?? 0) + 1);
  // Guardians of ours whom the file or the source names otherwise are not found by their names.
  const taken = new Set([
    ...links.flatMap(({ guardian }) => guardian ?? []),
    ...given.flatMap(({ sourced_id, student }) => byOwn.get(keyOf(sourced_id, student))?.id ?? []),
  ]);
  const byName = Map.groupBy(
    guardians.filter(({ id }) => !taken.has(id)),
    ({ student, name }) => keyOf(plain(name), student),
  );
  const linkOf = ({ sourced_id, student }: GuardianLink) => byKey.get(keyOf(sourced_id, student));
  const named = (link: GuardianLink, { name }: GuardianFields) =>
    byName.get(keyOf(plain(name), link.student))?.[0];
  const hereBySystem = (link: GuardianLink) =>
    byId.get(linkOf(link)?.guardian ?? 0) ?? byOwn.get(keyOf(link.sourced_id, link.student));
  return {
    wasDeleted: (link: GuardianLink) => linkOf(link)?.guardian === null,
    isHere: (link: GuardianLink, fields: GuardianFields) =>
      (hereBySystem(link) ?? named(link, fields)) !== undefined,
    /** Counts a guardian who is added. */
    hasRoom({ student }: GuardianLink): boolean {
      const count = (counts.get(student) ?? 0) + 1;
      if (count > guardianLimits.ofStudent) return false;
      counts.set(student, count);
      return true;
    },
    /** Each guardian of ours is somebody of the file once. */
    find(link: GuardianLink, { name }: GuardianFields) {
      const before = hereBySystem(link) ?? byName.get(keyOf(plain(name), link.student))?.shift();
      return { before, prints: linkOf(link)?.prints ?? null };
    },
  };
}
