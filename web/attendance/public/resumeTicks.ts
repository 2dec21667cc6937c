export { resumeTicks } from '../building/useTickQueue.ts';
