export const redListReasons = ['rate', 'consecutive', 'recent'] as const;

export type RedListReason = (typeof redListReasons)[number];
