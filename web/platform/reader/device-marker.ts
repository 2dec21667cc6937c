/** In a browser that is a device of a room: the staff's pages read it, and leave (R-DOOR-10). */
export const deviceMarker = 'attendance-device';
