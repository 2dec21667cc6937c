/** The columns of a class that are not in its patterns (subject, type, colour, place), with its id. */
export type OtherColumns = Record<string, unknown> & { id: number };
