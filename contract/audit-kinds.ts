/** Kinds of lines of the audit log; without zod, for the screens. */
export const auditKinds = [
  'sign_in',
  'refusal',
  'export',
  'delete',
  'archive',
  'import',
  'change',
  'mark',
  'pay',
  'privacy',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Labels of the kinds. */
export const auditTitles: Record<AuditKind, string> = {
  sign_in: 'Sign-in',
  refusal: 'Refusal',
  export: 'Export',
  delete: 'Delete',
  archive: 'Archive',
  import: 'Import',
  change: 'Change',
  mark: 'Mark',
  pay: 'Pay',
  privacy: 'Privacy',
};
