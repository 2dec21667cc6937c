/**
 * The tables of the OneRoster CSV binding, 1.1 and 1.2: columns, which have to be filled in, and what
 * they may hold. The import reads files by them, the export and its checker write by them.
 */

/** `ids`: several sourcedIds, separated by commas. */
type CellType = 'id' | 'ids' | 'text' | 'date' | 'year' | 'boolean' | readonly string[];

export interface ColumnRule {
  type: CellType;
  /** Has to be there, and filled in. */
  required?: true;
  /** The file whose rows it names. */
  of?: RosterFile;
}

export const rosterFiles = [
  'orgs',
  'academicSessions',
  'courses',
  'classes',
  'users',
  'roles',
  'userProfiles',
  'enrollments',
  'demographics',
] as const;
export type RosterFile = (typeof rosterFiles)[number];
export type RosterVersion = '1.1' | '1.2';

/** Files of the binding that hold nothing we have a place for. */
export const otherFiles = [
  'categories',
  'classResources',
  'courseResources',
  'lineItemLearningObjectiveIds',
  'lineItems',
  'lineItemScoreScales',
  'resources',
  'resultLearningObjectiveIds',
  'results',
  'resultScoreScales',
  'scoreScales',
  'userResources',
] as const;

/** In the files of both versions a row may be marked as gone. */
const statuses = ['', 'active', 'tobedeleted'] as const;

const orgTypes = ['department', 'school', 'district', 'local', 'state', 'national'] as const;
const sessionTypes = ['gradingPeriod', 'semester', 'schoolYear', 'term'] as const;
const enrollmentRoles = ['administrator', 'proctor', 'student', 'teacher'] as const;
const roles11 = [
  'administrator',
  'aide',
  'guardian',
  'parent',
  'proctor',
  'relative',
  'student',
  'teacher',
] as const;
const roles12 = [
  'aide',
  'counselor',
  'districtAdministrator',
  'guardian',
  'parent',
  'principal',
  'proctor',
  'relative',
  'siteAdministrator',
  'student',
  'systemAdministrator',
  'teacher',
] as const;

/** Users with one of them are guardians of the students to whom they are linked. */
export const guardianRoles = ['parent', 'guardian', 'relative'] as const;

type Columns = Record<string, ColumnRule>;

const text = { type: 'text' } as const;
const date = { type: 'date' } as const;
const flag = { type: 'boolean' } as const;
const named = (of: RosterFile, required?: true): ColumnRule => ({
  type: 'id',
  of,
  ...(required && { required }),
});
const needed = (type: CellType): ColumnRule => ({ type, required: true });
/** Every file begins with these. */
const base: Columns = {
  sourcedId: needed('id'),
  status: { type: statuses },
  dateLastModified: text,
};

const users = (own: Columns): Columns => ({
  ...base,
  enabledUser: needed('boolean'),
  ...own,
  username: needed('text'),
  userIds: text,
  givenName: needed('text'),
  familyName: needed('text'),
  middleName: text,
  identifier: text,
  email: text,
  sms: text,
  phone: text,
  agentSourcedIds: { type: 'ids', of: 'users' },
  grades: text,
  password: text,
});

const shared = {
  orgs: {
    ...base,
    name: needed('text'),
    type: needed(orgTypes),
    identifier: text,
    parentSourcedId: named('orgs'),
  },
  academicSessions: {
    ...base,
    title: needed('text'),
    type: needed(sessionTypes),
    startDate: needed('date'),
    endDate: needed('date'),
    parentSourcedId: named('academicSessions'),
    schoolYear: needed('year'),
  },
  courses: {
    ...base,
    schoolYearSourcedId: named('academicSessions'),
    title: needed('text'),
    courseCode: text,
    grades: text,
    orgSourcedId: named('orgs', true),
    subjects: text,
    subjectCodes: text,
  },
  classes: {
    ...base,
    title: needed('text'),
    grades: text,
    courseSourcedId: named('courses', true),
    classCode: text,
    classType: needed(['homeroom', 'scheduled']),
    location: text,
    schoolSourcedId: named('orgs', true),
    termSourcedIds: { type: 'ids', of: 'academicSessions', required: true },
    subjects: text,
    subjectCodes: text,
    periods: text,
  },
  enrollments: {
    ...base,
    classSourcedId: named('classes', true),
    schoolSourcedId: named('orgs', true),
    userSourcedId: named('users', true),
    role: needed(enrollmentRoles),
    primary: flag,
    beginDate: date,
    endDate: date,
  },
} as const satisfies Record<string, Columns>;

const demographics = (sexes: readonly string[]): Columns => ({
  ...base,
  // The user's own.
  sourcedId: named('users', true),
  birthDate: date,
  sex: { type: sexes },
  americanIndianOrAlaskaNative: flag,
  asian: flag,
  blackOrAfricanAmerican: flag,
  nativeHawaiianOrOtherPacificIslander: flag,
  white: flag,
  demographicRaceTwoOrMoreRaces: flag,
  hispanicOrLatinoEthnicity: flag,
  countryOfBirthCode: text,
  stateOfBirthAbbreviation: text,
  cityOfBirth: text,
  publicSchoolResidenceStatus: text,
});

/** The columns of each file, in the order in which they are written. */
export const rosterFormat: Record<RosterVersion, Partial<Record<RosterFile, Columns>>> = {
  '1.1': {
    ...shared,
    users: users({
      orgSourcedIds: { type: 'ids', of: 'orgs', required: true },
      role: needed(roles11),
    }),
    demographics: demographics(['male', 'female']),
  },
  '1.2': {
    ...shared,
    users: {
      ...users({}),
      userMasterIdentifier: text,
      resourceSourcedIds: text,
      preferredGivenName: text,
      preferredMiddleName: text,
      preferredFamilyName: text,
      primaryOrgSourcedId: named('orgs'),
      pronouns: text,
    },
    roles: {
      ...base,
      userSourcedId: named('users', true),
      roleType: needed(['primary', 'secondary']),
      role: needed(roles12),
      beginDate: date,
      endDate: date,
      orgSourcedId: named('orgs', true),
      userProfileSourcedId: named('userProfiles'),
    },
    userProfiles: {
      ...base,
      userSourcedId: named('users', true),
      profileType: needed('text'),
      vendorId: needed('text'),
      applicationId: text,
      description: text,
      credentialType: needed('text'),
      username: needed('text'),
      password: text,
    },
    demographics: demographics(['male', 'female', 'unspecified', 'other']),
  },
};

/** The optional file beside them, which gives classes their times. */
export const timesColumns = {
  classSourcedId: needed('id'),
  weekday: needed('text'),
  start: needed('text'),
  end: needed('text'),
  room: needed('text'),
  weeks: text,
} as const satisfies Columns;
