import multipart from '@fastify/multipart';
import { fileTypeFromBuffer } from 'file-type';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { fileCategories, isFileCategory, type FileCategory } from '../../../contract/files.ts';
import { messages } from '../../../contract/messages.ts';
import { may } from '../../../contract/permissions.ts';
import type { Parts } from '../../parts.ts';
import { BadImage, maxPixels } from '../../platform/files/images/bad-image.ts';
import { withoutMetadata } from '../../platform/files/images/strip.ts';
import { ApiError, forbidden, notFound, wrongField } from '../../platform/http/api-error.ts';

const mostFiles = 5;

/** The file service (spec §7): what is uploaded is checked by its content, and read by signed links only. */
export async function fileRoutes(app: FastifyInstance, { files, config }: Parts): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart);
    const typed = scope.withTypeProvider<ZodTypeProvider>();

    const upload = { params: z.object({ category: z.string() }), response: { 200: z.object({ url: z.array(z.string()) }) } };
    typed.post('/file/:category', { schema: upload }, async (request) => {
      const category = categoryOf(request.params.category);
      const { resource } = fileCategories[category];
      const { permissions } = request.who;
      if (!may(permissions, resource, 'add') && !may(permissions, resource, 'edit')) {
        throw forbidden('You do not have permission to perform this action.');
      }
      const sent = await readFiles(request, category);
      const keys = await Promise.all(sent.map(({ bytes, type }) => files.save(category, bytes, type, request.who.id)));
      return { url: keys.map((key) => files.link(key)!) };
    });

    // Documents stay in no browser cache; photos in none where devices store nothing.
    const isCached = (category: string) => category === 'student-profile' && config.keepOnDevice;
    const download = {
      params: z.object({ category: z.string(), name: z.string() }),
      querystring: z.object({ expires: z.string().default(''), signature: z.string().default('') }),
    };
    typed.get('/file/:category/:name', { schema: download, compress: false }, async (request, reply) => {
      const { category, name } = request.params;
      const found = await files.open(`${categoryOf(category)}/${name}`, request.query.expires, request.query.signature);
      if (!found) throw new ApiError(404, { detail: 'This link is not valid, or not any more.' });
      return reply
        .headers({
          'content-type': found.type,
          'content-disposition': found.type.startsWith('image/') ? 'inline' : `attachment; filename="${name}"`,
          'cache-control': isCached(category) ? `private, max-age=${found.maxAge}` : 'no-store',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          ...(found.size !== null && { 'content-length': found.size }),
        })
        .send(found.stream);
    });
  });
}

function categoryOf(text: string): FileCategory {
  if (!isFileCategory(text)) throw notFound('This kind of file');
  return text;
}

/** All files of the request, each of a kind that the category takes; one that is not refuses them all. */
async function readFiles(request: FastifyRequest, category: FileCategory): Promise<{ bytes: Uint8Array; type: string }[]> {
  if (!request.isMultipart()) throw wrongField('files', messages.selectFile);
  const { types, mostBytes } = fileCategories[category];
  const found: { bytes: Uint8Array; type: string }[] = [];
  for await (const part of request.files({ limits: { fileSize: mostBytes, files: mostFiles }, throwFileSizeLimit: false })) {
    const bytes = await part.toBuffer();
    if (part.file.truncated) throw new ApiError(413, { detail: `A file may have at most ${mostBytes / 1024 / 1024} MB.` });
    const kind = await fileTypeFromBuffer(bytes);
    if (!kind || !(types as readonly string[]).includes(kind.mime)) {
      const names = types.map((type) => type.split('/')[1]!.toUpperCase());
      throw new ApiError(415, { detail: `Only ${names.slice(0, -1).join(', ')} and ${names.at(-1)} files are accepted here.` });
    }
    found.push({ bytes: cleaned(bytes, kind.mime), type: kind.mime });
  }
  if (found.length === 0) throw wrongField('files', messages.selectFile);
  return found;
}

/** Without where and when an image was taken. @throws ApiError 415 for a damaged image, 413 for one of too many pixels. */
function cleaned(bytes: Uint8Array, type: string): Uint8Array {
  try {
    return withoutMetadata(bytes, type);
  } catch (error) {
    if (!(error instanceof BadImage)) throw error;
    throw error.tooLarge
      ? new ApiError(413, { detail: `An image may have at most ${maxPixels / 1_000_000} megapixels.` })
      : new ApiError(415, { detail: 'This image is damaged: save it again, or take another.' });
  }
}
