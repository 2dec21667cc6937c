import multipart from '@fastify/multipart';
import { sql } from 'kysely';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { getFile, uploadFiles } from '#contract/files.endpoints.ts';
import { fileCategories, isFileCategory, type FileCategory } from '#contract/files.ts';
import { leaveRequestLimits } from '#contract/attendance/leave-request.ts';
import { messages } from '#contract/texts.ts';
import { can } from '#contract/permissions.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { sizesOf } from '#server/platform/files/images/sizes.ts';
import { ApiError, forbidden, notFound, validationError } from '#server/platform/http/api-error.ts';
import { implement, type HandlerOf } from '#server/platform/http/implement.ts';
import { mapInSlices } from '#server/platform/http/in-slices.ts';
import { readForm } from '#server/platform/http/multipart.ts';
import { assertStillStudent } from '#server/school/own-student.ts';
import { lockUser } from '#server/school/users.ts';
import { cleaned, typeAmong } from '#server/platform/files/content.ts';

const maxFiles = 5;
/** Nothing reads form fields; each is held in memory until the end of the request. */
const otherFields = { fields: 5, fieldSize: 1000 };

/**
 * The file service (R-FILE-1): uploads are checked by their content, and read by signed links
 * only.
 */
export async function fileRoutes(
  app: FastifyInstance,
  { files, config, database }: AppContext,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart);
    const typed = scope.withTypeProvider<ZodTypeProvider>();

    implement(typed, uploadFiles, async (request, reply) => {
      const category = categoryOf(request.params.category);
      const { permission } = fileCategories[category];
      const { permissions } = request.user;
      const isOwn = !can(permissions, permission, 'add') && !can(permissions, permission, 'edit');
      if (isOwn) {
        if (category !== 'leave-application' || !can(permissions, 'My Attendance', 'add'))
          throw forbidden('You do not have permission to perform this action.');
        await assertMayUpload(database, request.user.id, 1);
      }
      const sent = await readForm(request, () => readFiles(request, category));
      await reply.takeTurn();
      const clean = await mapInSlices(sent, ({ bytes, type }) => ({
        bytes: cleaned(bytes, type),
        type,
      }));
      const made = await Promise.all(
        clean.map(async (file) => ({
          ...file,
          ...(category === 'student-profile' && { sizes: await sizesOf(file.bytes) }),
        })),
      );
      const { id } = request.user;
      const saveAll = () => Promise.all(made.map((file) => files.save(category, file, id)));
      if (!isOwn) return { url: (await saveAll()).map((key) => files.link(key)) };
      const keys = await inTransaction(database, async (trx) => {
        // Two uploads at once: the second counts the files of the first.
        await lockUser(trx, id);
        await assertStillStudent(trx, request.user);
        await assertMayUpload(trx, id, sent.length);
        return saveAll();
      });
      return { url: keys.map((key) => files.shortLink(key)) };
    });

    // Documents are not cached by browsers; photos are not where devices may not store anything.
    const isCached = (category: string) => category === 'student-profile' && config.keepOnDevice;
    const download: HandlerOf<typeof getFile> = async (request, reply) => {
      const { category, name } = request.params;
      const found = await files.open(
        `${categoryOf(category)}/${name}`,
        request.query.expires,
        request.query.signature,
        request.query.size,
      );
      if (!found) throw new ApiError(404, { detail: 'This link is not valid or has expired.' });
      return reply
        .headers({
          'content-type': found.type,
          'content-disposition': `${category === 'student-profile' ? 'inline' : 'attachment'}; filename="${name}"`,
          'cache-control': isCached(category) ? `private, max-age=${found.maxAge}` : 'no-store',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          ...(found.size !== null && { 'content-length': found.size }),
        })
        .send(found.stream);
    };
    implement(typed, getFile, download, { compress: false });
  });
}

/**
 * Students upload documents of their requests only (R-LEAVE-3).
 * @throws ApiError 429
 */
async function assertMayUpload(database: Database, user: number, files: number): Promise<void> {
  const { count } = await database
    .selectFrom('stored_file')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('uploaded_by', '=', user)
    .where('created_at', '>', sql<string>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  if (count + files > leaveRequestLimits.uploadsPerDay)
    throw new ApiError(429, {
      detail: `At most ${leaveRequestLimits.uploadsPerDay} files can be uploaded in a day.`,
    });
}

function categoryOf(text: string): FileCategory {
  if (!isFileCategory(text)) throw notFound('This kind of file');
  return text;
}

/**
 * All files of the request; one of a kind that the category does not accept rejects
 * them all.
 */
async function readFiles(
  request: FastifyRequest,
  category: FileCategory,
): Promise<{ bytes: Uint8Array; type: string }[]> {
  if (!request.isMultipart()) throw validationError('files', messages.selectFile);
  const { types, maxBytes } = fileCategories[category];
  const found: { bytes: Uint8Array; type: string }[] = [];
  const limits = {
    fileSize: maxBytes,
    files: maxFiles,
    ...otherFields,
    parts: maxFiles + otherFields.fields,
  };
  for await (const part of request.files({ limits, throwFileSizeLimit: false })) {
    const bytes = await part.toBuffer();
    if (part.file.truncated)
      throw new ApiError(413, { detail: `A file may have at most ${maxBytes / 1024 / 1024} MB.` });
    found.push({ bytes, type: await typeAmong(bytes, types) });
  }
  if (found.length === 0) throw validationError('files', messages.selectFile);
  return found;
}
