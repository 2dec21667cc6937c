export { detailsOf } from '../students/details/query.ts';
