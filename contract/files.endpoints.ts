import { z } from 'zod';
import { endpoint, forms } from './endpoint.ts';
import { photoSizes } from './files.ts';

/** Each category requires the permission to add or edit the record that the file belongs to. */
export const uploadFiles = endpoint({
  method: 'POST',
  path: '/file/:category',
  summary: 'Upload photos or documents, checked by their content',
  params: z.object({ category: z.string() }),
  form: true,
  responses: { 200: z.object({ url: z.array(z.string()) }) },
  access: [...forms('Students'), ...forms('Approved Leave List'), ['My Attendance', 'add']],
  audit: { kind: 'change', what: 'Upload a file' },
  rateGroup: 'uploads',
});

export const getFile = endpoint({
  method: 'GET',
  path: '/file/:category/:name',
  summary: 'A file, by its signed link',
  params: z.object({ category: z.string(), name: z.string() }),
  query: z.object({
    expires: z.string().default(''),
    signature: z.string().default(''),
    /** The edge of the square of a student's photo, in pixels. The original is answered where the photo has no sizes. */
    size: z.coerce
      .number()
      .pipe(z.literal(photoSizes, `must be one of ${photoSizes.join(', ')}`))
      .optional(),
  }),
  file: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  access: 'public',
});
