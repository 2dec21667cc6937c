/**
 * Pages that are loaded together (web/build/chunks.ts); pages with large libraries are loaded
 * separately.
 */
export const areas = {
  roll: () => import('./areas/roll.ts'),
  building: () => import('./areas/building.ts'),
  lists: () => import('./areas/lists.ts'),
  forms: () => import('./areas/forms.ts'),
  pay: () => import('./areas/pay.ts'),
  other: () => import('./areas/other.ts'),
};
