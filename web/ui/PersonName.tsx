import { fullName, type PersonName as Named } from '#contract/person-name.ts';

/** The name of a person; one that is read from right to left leaves the order of its neighbours (R-NAME-3). */
export const PersonName = ({ of }: { of: Named }) => <bdi>{fullName(of)}</bdi>;
