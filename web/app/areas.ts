/** Pages that are used together are loaded together (web/build/chunks.ts); those with large libraries of their own are not here. */
export const areas = {
  roll: () => import('./areas/roll.ts'),
  lists: () => import('./areas/lists.ts'),
  forms: () => import('./areas/forms.ts'),
  pay: () => import('./areas/pay.ts'),
  other: () => import('./areas/other.ts'),
};
