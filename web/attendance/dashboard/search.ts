/** A day on the dashboard: whose classes, which of them, and how they are shown. */
export interface DashboardSearch {
  date?: string;
  teacher?: string;
  view?: 'cards' | 'table';
  text?: string;
  room?: string;
  state?: string;
}
