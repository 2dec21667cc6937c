import type { RosterFile } from './format.ts';

/** The file of times is beside those of the format. */
export type StagedFile = RosterFile | 'times';
