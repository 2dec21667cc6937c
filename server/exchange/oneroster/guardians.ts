import { createHmac } from 'node:crypto';
import { messages } from '#contract/texts.ts';
import { sharedSecret } from '#server/platform/database/secret.ts';
import { tooManyGuardians } from '#server/people/index.ts';
import { rosterColumns, rowOf as rowOfFile } from '../csv/columns.ts';
import { guardianLinks, skipGuardian, type GuardianLink } from './guardian-links.ts';
import {
  guardianFields,
  insertGuardians,
  rememberGuardians,
  removeGoneGuardians,
  storedGuardians,
  updateGuardians,
  type GuardianFields,
  type Prints,
  type StoredGuardian,
  type WrittenGuardian,
} from './guardian-store.ts';
import { knownGuardians, plain } from './known-guardians.ts';
import { count, type Roster } from './roster.ts';

const file = 'users.csv';
const relations = { parent: 'Parent', guardian: 'Guardian', relative: 'Relative' } as const;
const labels = { name: 'name', email: 'e-mail', phone: 'phone' } as const;
const columnNames: Record<string, string> = { name: 'familyName' };
const columnOf = (field: string): string => columnNames[field] ?? field;

/**
 * Writes the guardians of students (R-ROSTER-11). What was entered or deleted here stays, and is named; what
 * an earlier file has brought follows the file.
 */
export async function importRosterGuardians(roster: Roster): Promise<void> {
  const links = await guardianLinks(roster);
  const stored = await storedGuardians(roster, [...new Set(links.map(({ student }) => student))]);
  const known = knownGuardians(stored, links);
  const print = await printer(roster);
  const written: WrittenGuardian[] = [];
  const changed: WrittenGuardian[] = [];
  for (const link of links) {
    const given = fieldsOf(roster, link);
    if (given === null) continue;
    const { before, prints } = known.find(link, given);
    const after = before
      ? merged(roster, link, { given, before, prints, print })
      : fresh(given, print);
    const row = { ...after, ...idsOf(link), id: before?.id ?? null };
    if (before && guardianFields.some((field) => before[field] !== row[field])) changed.push(row);
    written.push(row);
  }
  const added = written.filter(({ id }) => id === null);
  const ids = await insertGuardians(roster, added);
  for (const [at, row] of added.entries()) row.id = ids[at] ?? null;
  if (!roster.dryRun) await updateGuardians(roster, changed);
  await rememberGuardians(roster, written);
  count(roster, 'guardian', {
    created: added.length,
    updated: changed.length,
    unchanged: written.length - added.length - changed.length,
  });
  await removeGoneGuardians(roster);

  /** What the file says of a guardian; null when they are left out, which is reported. */
  function fieldsOf(of: Roster, link: GuardianLink): GuardianFields | null {
    const skip = (column: string, reason: string) => {
      skipGuardian(of, link.line, column, reason);
      return null;
    };
    const { student_id: code, v } = link;
    if (link.archived) return skip('agentSourcedIds', `the student ${code} is archived`);
    if (link.own) return skip('agentSourcedIds', messages.ownStudent);
    if (known.wasDeleted(link))
      return skip('sourcedId', `was deleted as a guardian of ${code} here, and is not added again`);
    const parsed = rosterColumns.guardians.safeParse(
      rowOfFile(rosterColumns.guardians, {
        student_id: code,
        name: fullName(v),
        email: v.email ?? '',
        phone: v.phone || (v.sms ?? ''),
      }),
    );
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return skip(columnOf(String(issue?.path[0])), issue?.message ?? '');
    }
    const { name, email, phone } = parsed.data;
    const given = { name, email, phone };
    if (known.isHere(link, given)) return given;
    if (!email && !phone) return skip('email', 'has neither e-mail nor phone');
    return known.hasRoom(link) ? given : skip('agentSourcedIds', tooManyGuardians);
  }
}

const idsOf = ({ sourced_id, student, role }: GuardianLink) => ({
  sourced_id,
  student,
  relation: relations[role],
});

/** Systems write a dash or a dot for a name that somebody does not have. */
const fullName = ({ givenName = '', familyName = '' }: Record<string, string>): string =>
  [givenName, familyName].filter((part) => !/^[-.–]?$/.test(part)).join(' ');

type Print = (field: keyof GuardianFields, value: string | null) => string | null;

async function printer({ trx }: Roster): Promise<Print> {
  const secret = await sharedSecret(trx, 'oneroster');
  return (field, value) =>
    value === null
      ? null
      : createHmac('sha256', secret)
          .update(`guardian-${field}:${value}`)
          .digest('base64url')
          .slice(0, 22);
}

const fresh = (given: GuardianFields, print: Print) => ({
  ...given,
  prints: printsOf((field) => print(field, given[field])),
});
const printsOf = (of: (field: keyof GuardianFields) => string | null): Prints => ({
  name: of('name'),
  email: of('email'),
  phone: of('phone'),
});

interface Merging {
  given: GuardianFields;
  before: StoredGuardian;
  /** Null for somebody who was not linked before. */
  prints: Prints | null;
  print: Print;
}

/** The fields afterwards: the file's where ours is empty or came from it. */
function merged(roster: Roster, link: GuardianLink, { given, before, prints, print }: Merging) {
  const after: GuardianFields = { name: before.name, email: before.email, phone: before.phone };
  const entered = new Set<keyof GuardianFields>();
  for (const field of guardianFields) {
    const value = given[field];
    const ours = before[field];
    const isSame = field === 'name' ? plain(value ?? '') === plain(ours ?? '') : value === ours;
    // What the other system does not know stays as it is.
    if (value === null || isSame) continue;
    const came = prints?.[field] ?? null;
    if (ours === null ? came === null : came === print(field, ours))
      Object.assign(after, { [field]: value });
    else entered.add(field);
  }
  if (entered.size > 0) {
    const names = [...entered].map((field) => labels[field]).join(' and ');
    const stay = entered.size === 1 ? 'was entered here and stays' : 'were entered here and stay';
    roster.problems.note(
      file,
      `is the guardian ${before.name} of ${link.student_id} here, whose ${names} ${stay}`,
      [...entered].map(columnOf).join(', '),
      link.line,
    );
  }
  return {
    ...after,
    prints: printsOf((field) =>
      entered.has(field) || given[field] === null
        ? (prints?.[field] ?? null)
        : print(field, after[field]),
    ),
  };
}
