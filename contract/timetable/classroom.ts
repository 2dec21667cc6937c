import { z } from 'zod';
import { cleanText, idList, whole } from '../fields.ts';
import { resource } from '../resource.ts';
import { featuresOfRoom, minimumSeats, wantedFeatures } from './room-feature.ts';

/** A room; capacity 0 is a place without seats of its own. */
const classroomRow = z.object({
  id: z.number(),
  room_number: z.string(),
  capacity: z.number(),
  /** Equipment besides seats, such as a projector. */
  features: z.array(z.string()),
});
export type Classroom = z.output<typeof classroomRow>;

export const classrooms = resource({
  permission: 'Classroom',
  singular: 'classroom',
  fields: {
    room_number: cleanText(50, { as: 'key' }),
    capacity: whole(0, 100_000),
    features: featuresOfRoom.optional(),
  },
  row: classroomRow,
  filters: {
    id: idList.optional(),
    seats: minimumSeats.optional(),
    features: wantedFeatures.optional(),
  },
  sortKeys: ['room_number', 'capacity'],
});
