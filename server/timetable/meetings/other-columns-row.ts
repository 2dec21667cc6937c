/** What a class has besides its patterns: its subject, type, colour and place; with its id. */
export type OtherColumns = Record<string, unknown> & { id: number };
