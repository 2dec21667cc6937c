import { administrationPages } from './administration.ts';
import { buildingPages } from './building.ts';
import { sidebarPages } from './sidebar.ts';
import { teachingPages } from './teaching.ts';

/** Every page. The sidebar's come first, in its order. */
export const pages = [
  ...sidebarPages,
  ...teachingPages,
  ...buildingPages,
  ...administrationPages,
] as const;
