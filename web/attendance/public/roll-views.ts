export { rollViews, type RollView } from '../rolls/roll-views.ts';
