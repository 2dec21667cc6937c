export { RollCallNews } from '../building/RollCallNews.tsx';
