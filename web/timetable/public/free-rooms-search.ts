export type { FreeRoomsSearch } from '../free-rooms/search.ts';
